import { Service } from './service.js';

jest.mock('./mail.js', () => ({ send: jest.fn() }));

test('runs', () => {
  const mailer = { deliver: jest.fn(), stop() {} };
  new Service(mailer).run();
});
