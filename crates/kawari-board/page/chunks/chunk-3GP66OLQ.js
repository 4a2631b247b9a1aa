import {
  shareFragment
} from "./chunk-6X2GCIFU.js";
import {
  movesTo
} from "./chunk-6M27PRUM.js";

// src/actions/share.ts
var SITE = "https://kawari-shogi.github.io/kawari/";
function fragment(ctrl) {
  const { match, node } = ctrl;
  const end = ctrl.endOfLine(node);
  const friend = match?.setup.friend ?? null;
  return shareFragment({ game: ctrl.game.name, start: ctrl.start, moves: movesTo(friend && match ? match.live : end), ply: friend || node === end ? null : node.ply, friend, resigned: friend && match?.end?.reason === "resignation" ? match.loser() : null });
}
var pageLink = (ctrl) => `${location.origin}${location.pathname}#${fragment(ctrl)}`;
function publicLink(ctrl) {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return isLocal ? `${SITE}#${fragment(ctrl)}` : pageLink(ctrl);
}
var shareLink = (ctrl) => ctrl.copyText(pageLink(ctrl));

export {
  publicLink,
  shareLink
};
