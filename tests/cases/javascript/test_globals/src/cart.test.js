import { total } from './cart.js';

describe('cart', () => {
  it('sums', () => {
    expect(total()).toBe(0);
  });
});
