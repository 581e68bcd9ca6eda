import * as OTPAuth from 'otpauth';
import type { Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { mailedCode } from '../visitors.ts';
import { expectAccessible, heading } from '../walk.ts';

export function accountWalks(site: Site) {
  const password = 'correct horse battery staple';

  const codeTo = (address: string) => mailedCode(site.facts.inbox, address);

  async function signUp(page: Page, email: string) {
    await page.goto(site.facts.console);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText(`We sent a code of six digits to ${email}.`).waitFor();
    await page.getByLabel('Code').fill(await codeTo(email));
    await page.getByLabel('Password').first().fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await heading(page, 'Get started').waitFor();
  }
  async function signIn(page: Page, email: string) {
    await page.goto(`${site.facts.console}/sign-in?next=/account/security`);
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  async function signOut(page: Page) {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  describe('the account', () => {
    it('moves to another e-mail address with a code that was sent there', async () => {
      await site.walk(async ({ page, complaints }) => {
        await signUp(page, 'grace@visitor.example');
        await page.goto(`${site.facts.console}/account`);
        await page.getByRole('combobox', { name: 'Time zone' }).fill('new york');
        await page.getByRole('option', { name: 'America/New York' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.').waitFor();
        const mail = section(page, 'E-mail address');
        await mail.getByLabel('New e-mail').fill('grace.new@visitor.example');
        await mail.locator('input[type=password]').fill('wrong');
        await mail.getByRole('button', { name: 'Change e-mail' }).click();
        await mail.getByRole('alert').waitFor();
        expect(complaints.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
        await mail.locator('input[type=password]').fill(password);
        await mail.getByRole('button', { name: 'Change e-mail' }).click();
        await mail.getByLabel('Code from the e-mail').fill(await codeTo('grace.new@visitor.example'));
        await mail.getByRole('button', { name: 'Confirm the address' }).click();
        await mail.getByText('Your address was changed.').waitFor();
        await mail.getByText('grace.new@visitor.example').waitFor();
        await signOut(page);
        await signIn(page, 'grace.new@visitor.example');
        await heading(page, 'Security').waitFor();
      });
    });

    it('ends one of its sessions and no other, and then all others', async () => {
      const agents = {
        'Firefox 140 on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'Opera 120 on Linux':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36 OPR/120.0.0.0',
      };
      await site.walk(async ({ page }) => {
        const email = 'sessions@visitor.example';
        await signUp(page, email);
        for (const agent of Object.values(agents)) {
          const headers = { 'content-type': 'application/json', 'user-agent': agent };
          const body = JSON.stringify({ email, password });
          const answer = await fetch(`${site.facts.api}/api/v1/auth/login`, {
            method: 'POST',
            headers,
            body,
          });
          expect(answer.status).toBe(200);
        }
        await page.goto(`${site.facts.console}/account/security`);
        const sessions = section(page, 'Sessions');
        const own = sessions.getByText('This one');
        const other = (name: string) => sessions.getByRole('button', { name: `End the session of ${name}` });
        const [first = '', second = ''] = Object.keys(agents);
        await other(first).click();
        await other(first).waitFor({ state: 'detached' });
        expect([await own.count(), await other(second).count()], 'the sessions that stay').toEqual([1, 1]);
        await sessions.getByRole('button', { name: 'End all others' }).click();
        await other(second).waitFor({ state: 'detached' });
        expect(await own.count()).toBe(1);
      });
    });

    it('has a second factor: a QR code and recovery codes once, then every sign-in asks for a code', async () => {
      await site.walk(async ({ page, complaints }) => {
        const email = 'alan@visitor.example';
        await signUp(page, email);
        await page.goto(`${site.facts.console}/account/security`);
        const factor = section(page, 'Second factor');
        await factor.locator('input[type=password]').fill(password);
        await factor.getByRole('button', { name: 'Set up' }).click();
        await factor.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
        await expectAccessible(page, 'second factor');
        const secret = /[A-Z2-7]{32}/.exec((await factor.textContent()) ?? '')?.[0] ?? '';
        const codes = ((await factor.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '').split('\n');
        expect(codes).toHaveLength(10);
        const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
        await factor.getByLabel('Code of the app').fill('000000');
        await factor.getByRole('button', { name: 'Turn on' }).click();
        await factor.getByRole('alert').filter({ hasText: 'could not' }).waitFor();
        expect(complaints.splice(0)).toEqual([expect.stringMatching(/4\d\d/)]);
        await factor.getByLabel('Code of the app').fill(totp.generate());
        await factor.getByRole('button', { name: 'Turn on' }).click();
        await factor.getByText('The second factor is enabled.').waitFor();
        await factor.getByRole('button', { name: 'Turn off' }).waitFor();
        expect(await page.content()).not.toContain(secret);
        expect(await page.content()).not.toContain(codes[0]);

        await signOut(page);
        await signIn(page, email);
        await page.getByLabel('Code of your app, or a recovery code').fill(codes[0] ?? '');
        expect(complaints.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
        await page.getByRole('button', { name: 'Continue' }).click();
        await heading(page, 'Security').waitFor();
        await factor.locator('input[type=password]').fill(password);
        await factor.getByLabel('Code of the app, or a recovery code').fill(codes[1] ?? '');
        await factor.getByRole('button', { name: 'Turn off' }).click();
        await factor.getByText('The second factor is disabled.').waitFor();
        await signOut(page);
        await signIn(page, email);
        await heading(page, 'Security').waitFor();
      });
    });

    it('is exported, deleted, and restored by signing in again', async () => {
      await site.walk(async ({ page, complaints }) => {
        const email = 'mary@visitor.example';
        await signUp(page, email);
        await page.goto(`${site.facts.console}/account/data`);
        await page.getByRole('button', { name: 'Export my data' }).click();
        const file = page.waitForEvent('download');
        await page.getByRole('link', { name: 'Download the file' }).click();
        expect((await file).suggestedFilename()).toMatch(/\.(zip|gz|jsonl?|tar)/);

        await page.getByRole('button', { name: 'Delete my account' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[type=password]').fill(password);
        await dialog.getByRole('button', { name: 'Delete my account' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        await page.getByText(/Your account is deleted\. You can restore it until \w+ \d+/).waitFor();
        await signIn(page, email);
        await page.getByRole('heading', { name: 'Restore your account' }).waitFor();
        await expectAccessible(page, 'restore');
        expect(complaints.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
        await page.getByRole('button', { name: 'Restore my account' }).click();
        await heading(page, 'Security').waitFor();
      });
    });

    it('shares a licence with a team', async () => {
      const license_key = '11111111-2222-4333-8444-555555555555';
      const made = await fetch(`${site.facts.api}/api/v1/dev/licences`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-dev-token': site.facts.operator_token },
        body: JSON.stringify({ license_key, tier: 2 }),
      });
      expect(made.status).toBe(200);
      await site.walk(async ({ page }) => {
        await signUp(page, 'holder@visitor.example');
        await page.goto(`${site.facts.console}/account/people`);
        const licences = section(page, 'Licences and team');
        await licences.getByLabel('Licence key').fill(license_key);
        await licences.getByRole('button', { name: 'Activate' }).click();
        await licences.getByText('0 of 5 seats taken.').waitFor();
        await licences.getByLabel('Invite by e-mail').fill('member@visitor.example');
        await licences.getByRole('button', { name: 'Invite', exact: true }).click();
        await licences.getByText('1 of 5 seats taken.').waitFor();
        await expectAccessible(page, 'team');
        await signOut(page);

        await signUp(page, 'member@visitor.example');
        await page.goto(`${site.facts.console}/account/people`);
        await licences.getByText('holder@visitor.example').waitFor();
        await licences.getByRole('button', { name: 'Join the team' }).click();
        await licences.getByText('Shared with you').waitFor();
        await licences.getByRole('button', { name: 'Leave this team' }).click();
        await licences.getByText('No licence yet').waitFor();
      });
    });

    it('is created and entered with the identity provider, and gets a password later', async () => {
      await site.walk(async ({ page, complaints }) => {
        const email = 'edsger@visitor.example';
        const toProvider = async (path = '/console') => {
          await page.goto(site.facts.api + path);
          await page.getByRole('button', { name: 'Continue with the mock provider' }).click();
          await page.getByRole('heading', { name: 'Mock identity provider' }).waitFor();
        };
        const atProvider = async () => {
          const asked = new URL(page.url()).searchParams;
          expect(Object.fromEntries(asked)).toMatchObject({
            response_type: 'code',
            code_challenge_method: 'S256',
            scope: 'openid email profile',
            redirect_uri: `${site.facts.console}/sign-in`,
          });
          for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
          await page.getByLabel('E-mail').fill(email);
          await page.getByRole('button', { name: 'Continue' }).click();
        };
        await toProvider();
        await page.getByRole('link', { name: 'Cancel' }).click();
        await page.getByRole('alert').getByText('The sign-in was canceled.').waitFor();
        await toProvider();
        await atProvider();
        await page.getByText(`There is no account with ${email} yet.`).waitFor();
        await expectAccessible(page, 'new identity');
        expect(page.url()).toBe(`${site.facts.console}/sign-in`);
        expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
        const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
        expect(stored).not.toMatch(/eyJhbGci|adtrail\./);
        await page.getByRole('button', { name: 'Create account' }).click();
        await heading(page, 'Get started').waitFor();
        await signOut(page);

        await toProvider('/console/account?env=test');
        await atProvider();
        await heading(page, 'Profile').waitFor();
        expect(page.url()).toBe(`${site.facts.console}/account/profile?env=test`);
        await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Security' }).click();
        await section(page, 'Second factor').getByText('Set a password first').waitFor();
        await section(page, 'Password').getByText('Forgot your password?').waitFor();
        await signOut(page);
        await page.getByRole('button', { name: 'Forgot your password?' }).click();
        await page.getByLabel('E-mail').fill(email);
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await page.getByLabel('Code').fill(await codeTo(email));
        await page.locator('input[type=password]').fill(password);
        await page.getByRole('button', { name: 'Set password' }).click();
        await page.getByText('Your password was changed.').waitFor();
        await signIn(page, email);
        await heading(page, 'Security').waitFor();
        await signOut(page);

        await page.goto(`${site.facts.console}/sign-in?code=stolen&state=${'x'.repeat(43)}`);
        await page.getByRole('alert').getByText('This sign-in was not started in this tab.').waitFor();
      });
    });

    it('is asked to verify an address that nobody has verified', async () => {
      const email = 'barbara@visitor.example';
      const made = await fetch(`${site.facts.api}/api/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(made.status).toBe(200);
      await site.walk(async ({ page, complaints }) => {
        await signIn(page, email);
        const banner = page.getByRole('alert').filter({ hasText: 'Verify your e-mail address' });
        await banner.getByRole('button', { name: 'Send me a code' }).click();
        const code = await codeTo(email);
        await banner.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
        await banner.getByRole('button', { name: 'Verify', exact: true }).click();
        await banner.getByText('The code is wrong').waitFor();
        await expectAccessible(page, 'verify');
        expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
        await banner.getByLabel('Code').fill(code);
        await banner.getByRole('button', { name: 'Verify', exact: true }).click();
        await banner.waitFor({ state: 'detached' });
      });
    });

    it('is created with a phone number too', async () => {
      await site.walk(async ({ page }) => {
        await page.goto(site.facts.console);
        await page.getByRole('button', { name: 'Create an account' }).click();
        await page.getByRole('button', { name: 'Use a phone number instead' }).click();
        await page.getByLabel('Phone number').fill('+351 912 345 678');
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await page.getByText('We sent a code to +351 912 345 678.').waitFor();
        const code = await until(async () => {
          const asked = await fetch(`${site.facts.vendors}/requests?vendor=messaging`);
          return /\btext\W{1,10}(\d{6})\b/.exec(await asked.text())?.[1];
        });
        await page.getByLabel('Code').fill(code);
        await page.getByLabel('Password').first().fill(password);
        await page.getByRole('button', { name: 'Create account' }).click();
        await heading(page, 'Get started').waitFor();
        await signOut(page);
      });
    });
  });
}
