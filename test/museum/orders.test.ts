import { read, sendFile } from '#test/api/reconciliation/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { museumFiles, orderSources } from './museum.ts';

const filesOfAccount = 10;

it('every export of orders of the museum is read by the API as its expectation says', async () => {
  const app = await startApp(await newWorld());
  let owner = await newAdvertiser(app);
  const answers: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const files = museumFiles(...orderSources);
  expect(files.length).toBeGreaterThanOrEqual(40);
  for (const [at, { name, query, result, bytes }] of files.entries()) {
    // An account has ten reconciliations a day.
    if (at > 0 && at % filesOfAccount === 0) owner = await newAdvertiser(app);
    const { body } = await sendFile(app, owner.headers, bytes, query, 'application/octet-stream');
    await app.work('reconciliation');
    const id = body.reconciliation_id;
    answers[name] = typeof id === 'string' ? await read(app, owner, id) : body;
    expected[name] = result;
  }
  expect(answers).toMatchObject(expected);
});
