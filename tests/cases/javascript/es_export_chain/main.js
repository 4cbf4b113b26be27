import { tidy, scrub, text } from './index.js';
import * as all from './index.js';

tidy();
scrub();
text.clean();
all.tidy();
all['scrub']();
