// Slow: it fails every call in turn.
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { crashTest } from './crash-test.ts';

it("a crash at any call of verifying one's own address, and a retry: verified, welcomed once", async () => {
  await crashTest({
    async prepare(app) {
      const email = 'ada@company.example';
      const registration = await app.accounts.register({
        body: { email, password: 'correct horse battery' },
      });
      if (registration.status !== 200) throw new Error(JSON.stringify(registration.body));
      const headers = { authorization: `Bearer ${registration.body.access_token}` };
      await app.accounts.sendVerification({ body: { email }, headers });
      return { headers, body: { email, code: mailedCode(app, email) } };
    },
    operation: (app, { headers, body }) => app.accounts.verifyCode({ body, headers }),
    async check(app, { headers }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { verified: true } });
      const key = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
      expect(await app.keys.createKey({ body: key, headers })).toMatchObject({ status: 201 });
      await app.settle();
      expect(app.world.mails.filter(({ subject }) => /welcome/i.test(subject))).toHaveLength(1);
    },
  });
});
