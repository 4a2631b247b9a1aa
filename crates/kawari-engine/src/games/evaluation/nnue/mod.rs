//! Efficiently updatable neural networks (NNUE, Yu Nasu 2018), which replace the
//! hand-crafted evaluation or correct it.
//!
//! - [`features`]: features of positions and inputs of networks.
//! - [`parameters`]: the quantised parameters.
//! - [`mod@file`]: the file format.
//! - [`accumulator`]: lazy updates of the first layer, and [`simd`], its inner loops.

pub(crate) mod accumulator;
pub mod features;
pub mod file;
pub mod parameters;
pub mod simd;

use self::accumulator::{Accumulators, ListFeatures, PlyUpdate};
use self::features::{BucketedView, FeatureSet, NnueFeatures};
use self::file::NetworkError;
use self::parameters::{NetworkBase, ParameterError, Parameters, QA};
use self::simd::{AlignedVec, InstructionSet, Rows};
use crate::core::color::Color;
use crate::core::evaluation::Evaluation;
use crate::core::position::Observer;
use crate::core::score::{MAX_EVALUATION, Score};
use crate::games::Game;
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::Tuning;
use crate::games::evaluation::weights::file::EvalFileError;

/// A network prepared for evaluation.
#[derive(Clone, Debug)]
pub struct Network {
    feature_set: FeatureSet,
    base: NetworkBase,
    /// Number of output buckets.
    buckets: usize,
    king_buckets: usize,
    /// Number of units of an accumulator.
    hidden: usize,
    input_weights: AlignedVec<i8>,
    input_biases: Vec<i16>,
    /// By bucket, then by view.
    output_weights: AlignedVec<i16>,
    output_biases: Vec<i32>,
    scale: i64,
    /// Output units per logit.
    logit: i64,
    instructions: InstructionSet,
}

impl Network {
    /// Creates a network.
    ///
    /// # Errors
    /// Returns [`ParameterError`] if the parameters do not fit the game or some position
    /// could overflow.
    pub fn new(feature_set: FeatureSet, parameters: &Parameters) -> Result<Self, ParameterError> {
        parameters.check(&feature_set)?;
        Ok(Self {
            feature_set,
            base: parameters.base,
            buckets: parameters.buckets,
            king_buckets: parameters.king_buckets,
            hidden: parameters.hidden,
            input_weights: AlignedVec::of(&parameters.input_weights),
            input_biases: parameters.input_biases.clone(),
            output_weights: AlignedVec::of(&parameters.output_weights),
            output_biases: parameters.output_biases.clone(),
            scale: parameters.scale.into(),
            logit: i64::from(QA * QA) * i64::from(parameters.unit),
            instructions: InstructionSet::best(),
        })
    }

    /// Selects an instruction set. It does not affect the scores.
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// Returns the score to which the output is added.
    pub fn base(&self) -> NetworkBase {
        self.base
    }

    /// Returns the number of hidden units of each view.
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

    /// Returns the weights of all inputs.
    #[inline(always)]
    fn weights(&self) -> &[i8] {
        self.input_weights.as_slice()
    }

    /// Returns the number of features.
    fn features(&self) -> usize {
        self.feature_set.len()
    }

    /// Returns the offsets of a feature's weights in the views of both sides.
    #[inline(always)]
    fn rows(&self, feature: u16, views: [BucketedView; 2]) -> Rows {
        views.map(|view| self.row(feature, view))
    }

    /// Returns the offset of a feature's weights in a view.
    #[inline(always)]
    fn row(&self, feature: u16, view: BucketedView) -> u32 {
        let input = self.feature_set.inputs[usize::from(feature)][view.view()];
        (u32::from(input) + (view.bucket() * self.features()) as u32) * self.hidden as u32
    }

    #[inline(always)]
    fn men_feature(&self, color: Color, men: usize) -> Option<u16> {
        self.feature_set.men_feature(color, men)
    }

    /// Returns the output in centipawns, from the side to move's view.
    #[inline]
    fn output<P: NnueFeatures>(&self, accumulators: &mut Accumulators, position: &P) -> i64 {
        let us = position.side_to_move();
        let bucket = if self.buckets == 1 { 0 } else { position.output_bucket(self.buckets) };
        let (share, of) = position.output_scale();
        let list_features: ListFeatures<'_> =
            &|features| self.feature_set.add_features(position, features);
        let sums = if position.has_computed_features() {
            accumulators.sums_with_computed_features(self, list_features, |visit| {
                position.computed_features(visit)
            })
        } else {
            accumulators.sums(self, list_features)
        };
        let (ours, theirs) = (sums[us.index()], sums[(!us).index()]);
        let size = 2 * self.hidden;
        let weights = &self.output_weights.as_slice()[bucket * size..][..size];
        let total =
            self.output_biases[bucket] + simd::output(self.instructions, ours, theirs, weights);
        i64::from(total) * self.scale * i64::from(share) / (self.logit * i64::from(of))
    }
}

/// The evaluation of a game: hand-crafted, a network, or the sum of both.
#[derive(Clone, Debug)]
pub struct NnueEvaluation<G, E> {
    game: G,
    hce: E,
    network: Option<Network>,
}

/// The incremental state of [`NnueEvaluation`].
pub struct NnueState<S> {
    hce: Option<S>,
    accumulators: Option<Accumulators>,
}

/// An observer that passes the changes of a move to both parts.
pub struct NnueUpdater<'a, G, L> {
    game: G,
    hce: Option<L>,
    ply: Option<&'a mut PlyUpdate>,
    king_buckets: usize,
}

impl<G: Copy, E> NnueEvaluation<G, E> {
    /// Creates an evaluation without a network.
    pub const fn without(game: G, hce: E) -> Self {
        Self { game, hce, network: None }
    }

    /// Creates an evaluation with a network. Its base decides whether the hand-crafted
    /// evaluation is added.
    pub const fn with(game: G, hce: E, network: Network) -> Self {
        Self { game, hce, network: Some(network) }
    }

    /// True if scores include the hand-crafted evaluation.
    fn uses_hce(&self) -> bool {
        self.network.as_ref().is_none_or(|network| network.base == NetworkBase::Hand)
    }

    /// Creates a state with room for `length` more positions without allocation.
    fn new_state_with_capacity<P: NnueFeatures<Game = G>>(
        &self,
        position: &P,
        length: usize,
    ) -> NnueState<E::State>
    where
        E: Evaluation<P>,
    {
        let accumulators = self.network.as_ref().map(|network| {
            let mut accumulators = Accumulators::new(network, length);
            let ply = Some(accumulators.top());
            let king_buckets = network.king_buckets;
            let mut listener = NnueUpdater { game: self.game, hce: None::<()>, ply, king_buckets };
            position.visit_pieces(&mut listener);
            accumulators
        });
        NnueState { hce: self.uses_hce().then(|| self.hce.new_state(position)), accumulators }
    }
}

impl<P: NnueFeatures, L: Observer<P>> Observer<P> for NnueUpdater<'_, P::Game, L> {
    #[inline(always)]
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        if let Some(hce) = &mut self.hce {
            hce.put(color, piece, square);
        }
        if let Some(ply) = &mut self.ply {
            ply.add(P::board_feature(self.game, color, piece, square));
            if P::HAS_MEN_COUNTS {
                ply.add_man(color);
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        if let Some(hce) = &mut self.hce {
            hce.remove(color, piece, square);
        }
        if let Some(ply) = &mut self.ply {
            ply.remove(P::board_feature(self.game, color, piece, square));
            if P::HAS_MEN_COUNTS {
                ply.remove_man(color);
            }
        }
    }

    #[inline(always)]
    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16) {
        if let Some(hce) = &mut self.hce {
            hce.add_hand_piece(color, piece, count);
        }
        if let Some(ply) = &mut self.ply
            && let Some(feature) = P::hand_feature(self.game, color, piece, count)
        {
            ply.add(feature);
        }
    }

    #[inline(always)]
    fn remove_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16) {
        if let Some(hce) = &mut self.hce {
            hce.remove_hand_piece(color, piece, count);
        }
        if let Some(ply) = &mut self.ply
            && let Some(feature) = P::hand_feature(self.game, color, piece, count + 1)
        {
            ply.remove(feature);
        }
    }

    #[inline(always)]
    fn move_king(&mut self, position: &P, color: Color) {
        if let Some(hce) = &mut self.hce {
            hce.move_king(position, color);
        }
        if let Some(ply) = &mut self.ply {
            ply.set_view(color, BucketedView::of(position, color, self.king_buckets));
        }
    }
}

impl<P: NnueFeatures, E: Evaluation<P>> Evaluation<P> for NnueEvaluation<P::Game, E> {
    type State = NnueState<E::State>;
    type Updater<'a> = NnueUpdater<'a, P::Game, E::Updater<'a>>;

    fn new_state(&self, position: &P) -> Self::State {
        let mut state = self.new_state_with_capacity(position, Accumulators::SEARCHED);
        if let Some((network, accumulators)) =
            self.network.as_ref().zip(state.accumulators.as_mut())
        {
            accumulators.refresh_all(network, &|features| {
                network.feature_set.add_features(position, features)
            });
        }
        state
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Self::State) -> Self::Updater<'a> {
        NnueUpdater {
            game: self.game,
            hce: state.hce.as_mut().map(|hce| self.hce.push(hce)),
            ply: state.accumulators.as_mut().map(Accumulators::push),
            king_buckets: self.network.as_ref().map_or(1, |network| network.king_buckets),
        }
    }

    #[inline]
    fn pop(&self, state: &mut Self::State) {
        if let Some(hce) = &mut state.hce {
            self.hce.pop(hce);
        }
        if let Some(accumulators) = &mut state.accumulators {
            accumulators.pop();
        }
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score {
        let NnueState { hce, accumulators } = state;
        let base = hce.as_mut().map_or(0, |hce| self.hce.evaluate(hce, position));
        let Some((network, accumulators)) = self.network.as_ref().zip(accumulators.as_mut()) else {
            return base;
        };
        let limit = i64::from(MAX_EVALUATION);
        (i64::from(base) + network.output(accumulators, position)).clamp(-limit, limit) as Score
    }

    fn evaluate_from_scratch(&self, position: &P) -> Score {
        self.evaluate(&mut self.new_state_with_capacity(position, 0), position)
    }
}

impl<G: Game<Position: NnueFeatures>, E: GameEvaluation<G>> GameEvaluation<G>
    for NnueEvaluation<G, E>
{
    fn hand_crafted(game: G) -> Self {
        Self::without(game, E::hand_crafted(game))
    }

    /// Parses a file with hand-crafted weights or a network.
    fn read(game: G, file: &[u8]) -> Result<Self, EvalFileError> {
        if !file.starts_with(file::MAGIC.as_bytes()) {
            return E::read(game, file).map(|hce| Self::without(game, hce));
        }
        let feature_set = G::Position::feature_set(game);
        let parameters = file::read(file, game.info(), &feature_set)?;
        let hce = E::hand_crafted(game);
        let expected = hce.checksum();
        if let (NetworkBase::Hand, Some(found)) = (parameters.base, parameters.hce_checksum)
            && found != expected
        {
            return Err(NetworkError::HceChecksum { expected, found }.into());
        }
        let network = Network::new(feature_set, &parameters).map_err(NetworkError::from)?;
        Ok(Self::with(game, hce, network))
    }

    fn description(&self) -> String {
        let Some(network) = &self.network else { return self.hce.description() };
        let (inputs, hidden) = (network.features(), network.hidden());
        let layers = match network.king_buckets {
            1 => format!("network of {inputs} inputs, 2x{hidden}"),
            buckets => format!("network of {buckets}x{inputs} inputs, 2x{hidden}"),
        };
        match network.base {
            NetworkBase::Hand => format!("{}, and a {layers} beside it", self.hce.description()),
            NetworkBase::None => layers,
        }
    }

    fn checksum(&self) -> u64 {
        self.hce.checksum()
    }

    fn default_tuning(game: G) -> Option<Tuning<G::Position>> {
        E::default_tuning(game)
    }

    fn tuning(self) -> Option<Tuning<G::Position>> {
        self.hce.tuning()
    }
}
