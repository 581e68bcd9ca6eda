// Slow: it tries every endpoint.
import { groups } from '#functions/groups.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { contents, expectDocumented, validatorOf } from './documented.ts';

const { sendConversion } = groups.conversions;
const json = new Headers({ 'content-type': 'application/json' });

it('every example of the document fits its schema', () => {
  const misfits = contents().flatMap(({ pointer, examples }) => {
    const validate = validatorOf([...pointer, 'schema']);
    return Object.entries(examples).flatMap(([name, { value }]) =>
      validate(value) ? [] : [{ at: pointer.join(' '), name, errors: validate.errors }],
    );
  });
  expect(misfits).toEqual([]);
  expect(contents().length).toBeGreaterThan(500);
});

it('an answer that the document does not describe is noticed: its body, its status, its headers', () => {
  const { 200: matched } = sendConversion.example.responses;
  const fits =
    (status: number, body: unknown, headers = json) =>
    () =>
      expectDocumented(sendConversion, status, body, headers);
  expect(fits(200, matched)).not.toThrow();
  expect(fits(200, { ...matched, matched: 'yes' })).toThrow();
  expect(fits(201, matched)).toThrow();
  expect(fits(422, { detail: 'A sentence' })).toThrow();
  expect(fits(200, matched, new Headers({ 'retry-after': '1' }))).toThrow();
});

it('both forms of a batch item are described field by field, and their examples are accepted as they stand', async () => {
  const app = await startApp(await newWorld());
  const { key } = await newAdvertiser(app);
  const { others } = sendConversion.example;
  const bodies = Object.entries(others?.body ?? {});
  expect(bodies).toHaveLength(5);
  for (const [title, body] of bodies) {
    const { status, body: answer } = await app.conversions.sendConversion({ body, headers: key });
    expect([title, [200, 202].includes(status)]).toEqual([title, true]);
    if ('results' in answer) expect([title, answer.summary.rejected]).toEqual([title, 0]);
  }
});
