import { start } from '@acme/kit';
import { red } from '@acme/kit/colors/red';
import { conf } from '#internal/conf';

start();
red();
conf();
