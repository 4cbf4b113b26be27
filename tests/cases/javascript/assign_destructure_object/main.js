function start() {}
function stop() {}
function pause() {}
function spare() {}

const player = { start, stop, inner: { pause }, none: undefined };
const {
  start: begin,
  none = spare,
  inner: { pause: hold },
  ...others
} = player;

begin();
none();
hold();
others.stop();
