import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allItems } from '#test/all-items.ts';
import { newUser, operatorToken, type TestApp } from '#test/harness.ts';
import { startTestVendors, type TestVendors } from '#test/vendors.ts';
import { crashTest } from './crash-test.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());

const headers = { 'x-svc-dev-token': operatorToken };
async function enabled(app: TestApp) {
  const user = await newUser(app);
  const body = { user_id: user.id, enabled: true, account_id: 'act_northwind' };
  await app.maintenance.toggleAssistantAds({ body, headers });
  return user;
}
const ofKind = async (app: TestApp, kind: string) =>
  (await allItems(app.world, 'analysis')).filter((item) => item.kind === kind);

describe('the daily run', () => {
  it('under one fault leaves one report of each account on its way or made', async () => {
    await crashTest({
      env: vendors.env,
      prepare: enabled,
      operation: (app) => app.beginReports(),
      async check(app) {
        await app.settle();
        await app.work('assistant_report');
        await app.settle();
        expect(await ofKind(app, 'assistant_report')).toHaveLength(1);
        expect(app.world.mails.filter(({ subject }) => subject.includes('assistant ads'))).toHaveLength(1);
      },
    });
  });
});

describe('making a report', () => {
  it('under one fault makes one report and one mail, and pays for no finished call twice', async () => {
    await crashTest({
      env: vendors.env,
      async prepare(app) {
        const user = await enabled(app);
        await app.beginReports();
        await app.settle();
        return user;
      },
      operation: (app) => app.work('assistant_report'),
      async check(app, { id }) {
        await app.settle();
        expect(await ofKind(app, 'assistant_report')).toHaveLength(1);
        expect(await ofKind(app, 'ad_day')).toHaveLength(28);
        expect((await ofKind(app, 'llm_call')).filter(({ outcome }) => outcome === 'ok').length).toBeLessThan(
          2,
        );
        const files = [...app.world.objects.files.keys()].filter((key) => key.startsWith(`reports/${id}/`));
        expect(files).toHaveLength(2);
        expect(app.world.mails.filter(({ subject }) => subject.includes('assistant ads'))).toHaveLength(1);
        expect(app.world.messages).toEqual([]);
      },
    });
  });
});
