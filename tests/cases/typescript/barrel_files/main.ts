import { Button, Menu, icons, open } from './ui';
import * as ui from './ui';

new Button().press();
new Menu().show();
icons.draw();
open();
ui.icons.draw();
