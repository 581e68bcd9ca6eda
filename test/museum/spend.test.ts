import { sendFile } from '#test/api/spend/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { museumFiles, spendSources } from './museum.ts';

it('every report of the museum is read by the API as its expectation says', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const answers: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { name, query, result, bytes } of museumFiles(...spendSources)) {
    const facts = { dry_run: 'true', account: name, ...query };
    const { body } = await sendFile(app, owner.headers, bytes, facts, 'application/octet-stream');
    answers[name] = body;
    expected[name] = result;
  }
  expect(answers).toMatchObject(expected);
});
