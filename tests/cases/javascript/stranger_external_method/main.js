import { z } from 'zod';
import _ from 'lodash';
import { record, object } from './shapes.js';

export const schema = z.record(z.object({}));

export function run(list) {
  _.map(list, object);
  schema.parse(list);
  record();
}

function parse() {}
function map() {}
