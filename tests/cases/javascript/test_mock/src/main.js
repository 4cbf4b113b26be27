import { Mailer } from './mail.js';
import { Service } from './service.js';

new Service(new Mailer()).run();
