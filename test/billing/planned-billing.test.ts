import type { Billing } from '#shared/billing/billing.ts';
import { plannedBilling } from '#shared/billing/planned-billing.ts';
import { inDryRun } from '#shared/store/dry-run.ts';

it('a dry run plans no pause of a subscription that does not exist', async () => {
  const subscription = { id: 'sub_1', isCollectionPaused: false };
  const billing = { subscription: async (id: string) => (id === 'sub_1' ? subscription : null) } as unknown as Billing;
  const pause = (id: string) => inDryRun(() => plannedBilling(billing).pause(id, 'pause-1'));
  expect(await pause('sub_2')).toMatchObject({ result: null, plan: { effects: [] } });
  expect(await pause('sub_1')).toMatchObject({
    result: { isCollectionPaused: true },
    plan: { effects: [{ kind: 'billing', name: 'pause' }] },
  });
});
