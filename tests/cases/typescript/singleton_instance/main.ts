import { Config } from './config';

Config.getInstance().read('a');
const config = Config.getInstance();
config.read('b');
Config.shared.read('c');
