import { createAccount } from '#shared/accounts/registration/create-account.ts';
import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it('an account whose address is flagged while it is created is created on the waitlist', async () => {
  const { world, users } = await startApp(await newWorld());
  const now = () => world.clock.now;
  const waitlist = waitlistIn(tableAt(`${world.prefix}accounts`, testDynamo()), { now });
  const [email, sourceIp] = ['ada@company.example', '192.0.2.1'];
  let isFirst = true;
  const racing: typeof users = {
    ...users,
    async create(...args: Parameters<typeof users.create>) {
      const flag = { textDigest: 'a'.repeat(64), categories: ['violence'] };
      if (isFirst) await waitlist.flagAddress(email, ipNetworkOf(sourceIp), flag);
      isFirst = false;
      return await users.create(...args);
    },
  };
  const made = await createAccount({ email }, { sourceIp }, { now, users: racing, waitlist });
  expect(made).toMatchObject({ outcome: 'created', user: { onWaitlist: true } });
  expect((await waitlist.page({ before: undefined, limit: 9 })).entries).toHaveLength(1);
});
