// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { crashTest } from './crash-test.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());

const northwind = { companyWebsite: 'https://northwind.example/', company: 'Northwind Shoes' };
const ofKind = async (app: TestApp, kind: string) => (await allItems(app.world, 'analysis')).filter((item) => item.kind === kind);

describe('asking for a keyword plan', () => {
  it('under one fault leaves one task, which is known to its queue', async () => {
    await crashTest({
      env: vendors.env,
      prepare: (app) => newUser(app, northwind),
      operation: (app, { headers }) => app.keywordPlans.planKeywords({ headers }),
      async check(app) {
        expect(await ofKind(app, 'user_task')).toHaveLength(1);
        await app.settle();
        expect(app.world.messages.filter(({ queue }) => queue === 'keyword_plan')).toHaveLength(1);
      },
    });
  });
});

describe('making a keyword plan', () => {
  it('under one fault makes one plan, pays for no finished call twice and ends its task', async () => {
    const operations = await crashTest({
      env: { ...vendors.env, CREDIT_COSTS: JSON.stringify({ keyword_plan: 2 }) },
      async prepare(app) {
        const user = await newUser(app, northwind);
        const grant = { amount: 5, type: 'ADJUSTMENT' as const, reason: 'test', actor: 'test' };
        await app.ledger.grant(user.id, { ...grant, claim: `t#${user.id}` });
        const begun = await app.keywordPlans.planKeywords({ headers: user.headers });
        if (begun.status !== 202) throw new Error('not begun');
        await app.settle();
        return { user, params: { task_id: begun.body.task_id } };
      },
      operation: (app) => app.work('keyword_plan'),
      async check(app, { user: { id, headers }, params }) {
        const task = await app.keywordPlans.readKeywordPlanTask({ params, headers });
        expect(task.body).toMatchObject({ status: 'completed', plan: { version: 1 } });
        expect(await ofKind(app, 'keyword_plan')).toHaveLength(1);
        const paid = (await ofKind(app, 'llm_call')).filter(({ outcome }) => outcome === 'ok');
        expect(paid).toHaveLength(1);
        expect((await app.ledger.balance(id)).balance).toBe(3);
        expect(app.world.messages).toEqual([]);
      },
    });
    expect(operations.map(({ operation }) => operation)).toContain('fetch');
  });
});
