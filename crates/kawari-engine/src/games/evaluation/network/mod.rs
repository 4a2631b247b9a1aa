//! Learned evaluation: an efficiently updatable neural network (NNUE, Yu Nasu 2018),
//! beside the hand-written one or instead of it.
//!
//! - [`inputs`]: what a network sees of a position.
//! - [`parameters`]: the network itself, in whole numbers.
//! - [`mod@file`]: how it is kept.
//! - [`accumulator`]: its first layer along a line, and [`lanes`], the loops for it.

pub mod accumulator;
pub mod file;
pub mod inputs;
pub mod lanes;
pub mod parameters;

use self::accumulator::{Accumulators, Describe, Ply};
use self::file::NetworkError;
use self::inputs::{Layout, NetworkInputs};
use self::lanes::{Aligned, InstructionSet, Rows};
use self::parameters::{Base, ParameterError, Parameters, QA};
use crate::core::color::Color;
use crate::core::evaluation::Evaluation;
use crate::core::position::Observer;
use crate::core::score::{MAX_EVALUATION, Score};
use crate::games::GameInfo;
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::Tuning;
use crate::games::evaluation::weights::file::EvalFileError;

/// A network that is ready to judge.
#[derive(Clone, Debug)]
pub struct Network {
    layout: Layout,
    base: Base,
    buckets: usize,
    /// Units of an accumulator.
    hidden: usize,
    input_weights: Aligned<i8>,
    input_biases: Vec<i16>,
    /// By bucket, by view.
    output_weights: Aligned<i16>,
    output_biases: Vec<i32>,
    scale: i64,
    /// Units of an output in a logit.
    logit: i64,
    instructions: InstructionSet,
}

impl Network {
    /// The network with these parameters.
    ///
    /// # Errors
    /// A [`ParameterError`] for parameters that do not fit the game, or that some
    /// position would overflow.
    pub fn new(layout: Layout, parameters: &Parameters) -> Result<Self, ParameterError> {
        parameters.check(&layout)?;
        Ok(Self {
            layout,
            base: parameters.base,
            buckets: parameters.buckets,
            hidden: parameters.hidden,
            input_weights: Aligned::of(&parameters.input_weights),
            input_biases: parameters.input_biases.clone(),
            output_weights: Aligned::of(&parameters.output_weights),
            output_biases: parameters.output_biases.clone(),
            scale: parameters.scale.into(),
            logit: i64::from(QA * QA) * i64::from(parameters.unit),
            instructions: InstructionSet::best(),
        })
    }

    /// The same with other instructions; it judges alike.
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// What the output is added to.
    pub fn base(&self) -> Base {
        self.base
    }

    /// Units of the hidden layer of each view.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    #[inline(always)]
    fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    fn biases(&self) -> &[i16] {
        &self.input_biases
    }

    /// The weights of all inputs.
    #[inline(always)]
    fn weights(&self) -> &[i8] {
        self.input_weights.as_slice()
    }

    /// Where the weights of a place begin in the views of both sides.
    #[inline(always)]
    fn rows(&self, place: u16, views: [usize; 2]) -> Rows {
        let inputs = &self.layout.inputs[usize::from(place)];
        views.map(|view| u32::from(inputs[view]) * self.hidden as u32)
    }

    /// Where the weights of a place begin in a view.
    fn row(&self, place: u16, view: usize) -> u32 {
        u32::from(self.layout.inputs[usize::from(place)][view]) * self.hidden as u32
    }

    #[inline(always)]
    fn men_place(&self, color: Color, men: usize) -> Option<u16> {
        self.layout.men_place(color, men)
    }

    /// The output in hundredths, to the side to move.
    #[inline]
    fn output<P: NetworkInputs>(&self, accumulators: &mut Accumulators, position: &P) -> i64 {
        let us = position.side_to_move();
        let bucket = if self.buckets == 1 { 0 } else { position.bucket(self.buckets) };
        let (share, of) = position.share();
        let describe: Describe<'_> = &|places| self.layout.add_places(position, places);
        let sums = if P::LOOKS {
            accumulators.sums_and_seen(self, describe, |see| position.look(see))
        } else {
            accumulators.sums(self, describe)
        };
        let (ours, theirs) = (sums[us.index()], sums[(!us).index()]);
        let size = 2 * self.hidden;
        let weights = &self.output_weights.as_slice()[bucket * size..][..size];
        let total =
            self.output_biases[bucket] + lanes::output(self.instructions, ours, theirs, weights);
        i64::from(total) * self.scale * i64::from(share) / (self.logit * i64::from(of))
    }
}

/// The hand-written evaluation of a game, and a network beside it or instead of it.
#[derive(Clone, Debug)]
pub struct Networked<E> {
    hand: E,
    network: Option<Network>,
}

/// What is known of a line, by those that are asked.
pub struct State<S> {
    hand: Option<S>,
    accumulators: Option<Accumulators>,
}

/// Tells them what a move changes.
pub struct Listener<'a, L> {
    hand: Option<L>,
    ply: Option<&'a mut Ply>,
}

impl<E> Networked<E> {
    /// The hand-written evaluation alone.
    pub const fn without(hand: E) -> Self {
        Self { hand, network: None }
    }

    /// A network beside the hand-written evaluation, or instead of it, as its base says.
    pub const fn with(hand: E, network: Network) -> Self {
        Self { hand, network: Some(network) }
    }

    /// True when scores stand on the hand-written evaluation.
    fn asks_hand(&self) -> bool {
        self.network.as_ref().is_none_or(|network| network.base == Base::Hand)
    }

    /// The state of a line to which `length` positions may be added without a
    /// further allocation.
    fn begin_line<P: NetworkInputs>(&self, position: &P, length: usize) -> State<E::State>
    where
        E: Evaluation<P>,
    {
        let accumulators = self.network.as_ref().map(|network| {
            let mut accumulators = Accumulators::new(network, length);
            let mut listener = Listener { hand: None::<()>, ply: Some(accumulators.top()) };
            position.describe(&mut listener);
            accumulators
        });
        State { hand: self.asks_hand().then(|| self.hand.begin(position)), accumulators }
    }
}

impl<P: NetworkInputs, L: Observer<P>> Observer<P> for Listener<'_, L> {
    #[inline(always)]
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        if let Some(hand) = &mut self.hand {
            hand.put(color, piece, square);
        }
        if let Some(ply) = &mut self.ply {
            ply.add(P::on_board(color, piece, square));
            if P::COUNTS_MEN {
                ply.add_man(color);
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        if let Some(hand) = &mut self.hand {
            hand.remove(color, piece, square);
        }
        if let Some(ply) = &mut self.ply {
            ply.remove(P::on_board(color, piece, square));
            if P::COUNTS_MEN {
                ply.remove_man(color);
            }
        }
    }

    #[inline(always)]
    fn gain_in_hand(&mut self, color: Color, piece: P::Piece, count: u16) {
        if let Some(hand) = &mut self.hand {
            hand.gain_in_hand(color, piece, count);
        }
        if let Some(ply) = &mut self.ply
            && let Some(place) = P::in_hand(color, piece, count)
        {
            ply.add(place);
        }
    }

    #[inline(always)]
    fn lose_from_hand(&mut self, color: Color, piece: P::Piece, count: u16) {
        if let Some(hand) = &mut self.hand {
            hand.lose_from_hand(color, piece, count);
        }
        if let Some(ply) = &mut self.ply
            && let Some(place) = P::in_hand(color, piece, count + 1)
        {
            ply.remove(place);
        }
    }

    #[inline(always)]
    fn move_king(&mut self, position: &P, color: Color) {
        if let Some(hand) = &mut self.hand {
            hand.move_king(position, color);
        }
        if let Some(ply) = &mut self.ply {
            ply.mirror(color, position.is_mirrored(color));
        }
    }
}

impl<P: NetworkInputs, E: Evaluation<P>> Evaluation<P> for Networked<E> {
    type State = State<E::State>;
    type Listener<'a> = Listener<'a, E::Listener<'a>>;

    fn begin(&self, position: &P) -> Self::State {
        let mut state = self.begin_line(position, Accumulators::SEARCHED);
        if let Some((network, accumulators)) =
            self.network.as_ref().zip(state.accumulators.as_mut())
        {
            accumulators
                .look_around(network, &|places| network.layout.add_places(position, places));
        }
        state
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Self::State) -> Self::Listener<'a> {
        Listener {
            hand: state.hand.as_mut().map(|hand| self.hand.push(hand)),
            ply: state.accumulators.as_mut().map(Accumulators::push),
        }
    }

    #[inline]
    fn pop(&self, state: &mut Self::State) {
        if let Some(hand) = &mut state.hand {
            self.hand.pop(hand);
        }
        if let Some(accumulators) = &mut state.accumulators {
            accumulators.pop();
        }
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score {
        let State { hand, accumulators } = state;
        let base = hand.as_mut().map_or(0, |hand| self.hand.evaluate(hand, position));
        let Some((network, accumulators)) = self.network.as_ref().zip(accumulators.as_mut()) else {
            return base;
        };
        let limit = i64::from(MAX_EVALUATION);
        (i64::from(base) + network.output(accumulators, position)).clamp(-limit, limit) as Score
    }

    fn evaluate_fresh(&self, position: &P) -> Score {
        self.evaluate(&mut self.begin_line(position, 0), position)
    }
}

impl<P: NetworkInputs, E: GameEvaluation<P>> GameEvaluation<P> for Networked<E> {
    fn hand_written() -> Self {
        Self::without(E::hand_written())
    }

    /// Reads weights of the hand-written evaluation, or a network.
    fn read(file: &[u8], info: &'static GameInfo) -> Result<Self, EvalFileError> {
        if !file.starts_with(file::MAGIC.as_bytes()) {
            return E::read(file, info).map(Self::without);
        }
        let layout = P::layout();
        let parameters = file::read(file, info, &layout)?;
        let hand = E::hand_written();
        let expected = hand.checksum();
        if let (Base::Hand, Some(found)) = (parameters.base, parameters.beside)
            && found != expected
        {
            return Err(NetworkError::Beside { expected, found }.into());
        }
        let network = Network::new(layout, &parameters).map_err(NetworkError::from)?;
        Ok(Self::with(hand, network))
    }

    fn description(&self) -> String {
        let Some(network) = &self.network else { return self.hand.description() };
        let layers = format!("network of {} inputs, 2x{}", network.layout.len(), network.hidden());
        match network.base {
            Base::Hand => format!("{}, and a {layers} beside it", self.hand.description()),
            Base::None => layers,
        }
    }

    fn checksum(&self) -> u64 {
        self.hand.checksum()
    }

    fn tuning(self) -> Option<Tuning<P>> {
        self.hand.tuning()
    }
}
