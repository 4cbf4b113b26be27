import { load } from './load';

const config: Config = load();
export default start();

function start() {}

interface Config {}
