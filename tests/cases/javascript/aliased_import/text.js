function one() {}
function two() {}

export { one as clean };
export default two;
