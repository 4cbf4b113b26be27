import { total } from '@shop/core';
import { round } from '@shop/core/math';
import { render } from 'react';
import { db } from '#db';

export function run() {
  total();
  round();
  render();
  db();
}
