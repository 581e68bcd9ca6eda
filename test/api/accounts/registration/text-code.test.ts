import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { codesLeft, rateLimitOf } from '../rate-limit-of.ts';

const phone = '+351912345678';
const cannotReceive = '+351912340001';

let world: World;
let app: TestApp;
beforeEach(async () => {
  world = await newWorld();
  app = await startApp(world);
});

const ask = (given: string, of = app) => of.accounts.sendPhoneVerification({ body: { phone: given } });
const later = (seconds: number) => {
  world.clock.now += seconds * 1000;
};

describe('the cost of codes', () => {
  let networks = 0;
  const elsewhere = (given: string, of = app) => {
    world.clientAddress = `198.18.${++networks % 250}.${Math.floor(networks / 250)}`;
    return ask(given, of);
  };
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const phones = (many: number, prefix = '+3519123') => Array.from({ length: many }, (_, i) => `${prefix}${String(45_100 + i)}`);

  it('the cap of an hour over all phones refuses further codes without taking a slot', async () => {
    const capped = await startApp(world, { env: { PHONE_CODES_PER_HOUR: '2' } });
    const numbers = Array.from({ length: 5 }, (_, i) => `+35191234500${i + 3}`);
    await elsewhere(cannotReceive, capped);
    const answers = await Promise.all(numbers.map((number) => elsewhere(number, capped)));
    expect(statuses(answers)).toEqual([200, 200, 429, 429, 429]);
    expect(world.texts).toHaveLength(2);
    const over = answers.findIndex(({ status }) => status === 429);
    expect(answers[over]).toMatchObject({ body: { code: 'too_many_requests' } });
    expect(answers[over] && rateLimitOf(answers[over])).toEqual(codesLeft(429, 3600));
    later(3600);
    expect((await elsewhere(numbers[over] ?? '', capped)).status).toBe(200);
    const again = await elsewhere(numbers[over] ?? '', capped);
    expect(again.body).toMatchObject({ code: 'code_sent_recently' });
    expect((await elsewhere('+351912345099', capped)).status).toBe(200);
  });

  it('a network may send five codes an hour and twenty a day, also in parallel', async () => {
    const sent: number[] = [];
    for (let hour = 0; hour < 5; hour++) {
      const answers = await Promise.all(phones(8, `+35191${hour}3`).map((number) => ask(number)));
      sent.push(answers.filter(({ status }) => status === 200).length);
      later(3600);
    }
    expect(sent).toEqual([5, 5, 5, 5, 0]);
    const refused = await ask('+351919999999');
    expect(rateLimitOf(refused)).toEqual(codesLeft(429, 86_400 - 5 * 3600));
    expect((await elsewhere('+351919999999')).status).toBe(200);
    world.clientAddress = '192.0.2.250';
    later(86_400 - 5 * 3600);
    expect((await ask('+351919999998')).status).toBe(200);
  });

  it('only sent codes count for a network', async () => {
    for (let i = 0; i < 7; i++) expect((await ask(cannotReceive)).status).toBe(422);
    const answers = await Promise.all(phones(5).map((number) => ask(number)));
    expect(statuses(answers)).toEqual(Array(5).fill(200));
  });

  it('the first seven digits of a number allow fifty codes an hour, and other numbers are not affected', async () => {
    const numbers = Array.from({ length: 53 }, (_, i) => `+44790012${String(3400 + i)}`);
    const answers = await Promise.all(numbers.map((number) => elsewhere(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect((await elsewhere('+447900223456')).status).toBe(200);
    expect((await elsewhere('+447900199999')).status).toBe(429);
    later(3600);
    expect((await elsewhere('+447900199999')).status).toBe(200);
  });

  it("resets of existing accounts have three tenths of the hour's cap for themselves", async () => {
    const capped = await startApp(world, { env: { PHONE_CODES_PER_HOUR: '10' } });
    const owners = phones(4, '+3366666');
    for (const owner of owners) await newUser(app, { email: `user+${owner.slice(1)}@operator.example`, phone: owner });
    const signUps = await Promise.all(phones(12).map((number) => elsewhere(number, capped)));
    expect(signUps.filter(({ status }) => status === 200)).toHaveLength(7);
    for (const owner of owners) {
      world.clientAddress = `198.51.${++networks}.1`;
      await capped.accounts.forgotPassword({ body: { email: `user+${owner.slice(1)}@operator.example` } });
      await capped.work('reset_codes');
    }
    const reached = world.texts.filter(({ phone: to }) => owners.includes(to));
    expect(reached).toHaveLength(3);
    expect(world.messages).toEqual([]);
  });

  it('a code that the cap of all phones refuses takes nothing from its network or from its first seven digits', async () => {
    const [capped, other] = [await startApp(world, { env: { PHONE_CODES_PER_HOUR: '1' } }), app];
    expect((await elsewhere('+351912345001', capped)).status).toBe(200);
    world.clientAddress = '192.0.2.251';
    for (let i = 0; i < 6; i++) expect((await ask(`+4479001234${50 + i}`, capped)).status).toBe(429);
    const answers = await Promise.all(phones(6, '+447900').map((number) => ask(number, other)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429]);
    for (let i = 0; i < 51; i++) expect((await elsewhere(`+3519187654${10 + i}`, capped)).status).toBe(429);
    expect((await elsewhere('+351918765499', other)).status).toBe(200);
  });

  it('codes are sent only to the configured countries', async () => {
    const local = await startApp(world, { env: { PHONE_COUNTRIES: 'PT, US' } });
    expect((await ask(phone, local)).status).toBe(200);
    for (const elsewhere of ['+4915123456789', '+15550001234'])
      expect(await ask(elsewhere, local)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'phone'] }] },
      });
    expect(world.texts).toHaveLength(1);
  });
});
