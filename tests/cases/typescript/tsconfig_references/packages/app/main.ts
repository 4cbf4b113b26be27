import { total } from '@shop/core';
import { helper } from '~/helper';

total();
helper();
