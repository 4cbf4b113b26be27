import { Service } from './service';

const fake = {
  fetch: () => 'a',
};

it('loads', () => {
  expect(new Service(fake).load()).toBe('a');
  fake.fetch();
});
