import { onSave, save } from './store.js';
import { report } from './report.js';

onSave(report);
onSave((item) => report(item));
save({});
