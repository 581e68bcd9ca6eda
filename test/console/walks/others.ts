import type { Site } from '../site.ts';
import { mailedCode } from '../visitors.ts';
import { expectAccessible, expectReachable, expectToFit } from '../walk.ts';

export function otherWalks(site: Site) {
  describe('the check of a page', () => {
    it('says whether the pixel is there, in the demo shop of this machine too, and refuses private addresses', async () => {
      const { company_website: website } = await site.read<{ company_website: string }>('/api/v1/auth/me');
      await site.walk(async ({ page, complaints }) => {
        await site.openDemo(page, '/console/links');
        const section = page.getByRole('region', { name: 'Check my site' });
        const address = section.getByLabel('Address of your landing page');
        await address.fill(website);
        await section.getByRole('button', { name: 'Check this page' }).click();
        await section.getByText('The page does not have the pixel.').waitFor();
        await expectAccessible(page, 'check');
        await address.fill(`${site.facts.shop}landing`);
        await section.getByRole('button', { name: 'Check this page' }).click();
        await section.getByText('The page has the pixel.').waitFor();
        await address.fill('http://192.168.0.1/');
        await section.getByRole('button', { name: 'Check this page' }).click();
        await section.getByText('This address is not one of the public web').waitFor();
        expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      });
    });
  });

  describe('the mail inbox', () => {
    const send = (to: string, subject: string, html: string) =>
      fetch(`${site.facts.inbox}/v2/email/outbound-emails`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'AWS4-HMAC-SHA256 none' },
        body: JSON.stringify({
          FromEmailAddress: 'no-reply@operator.example',
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: { Data: subject },
              Body: { Html: { Data: html }, Text: { Data: 'A text alone' } },
            },
          },
        }),
      });

    it('finds a mail, shows its code to copy, and new mails appear without a reload', async () => {
      const email = 'reader@visitor.example';
      const verify = () =>
        fetch(`${site.facts.api}/api/v1/auth/send-verification`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        });
      await verify();
      const code = await mailedCode(site.facts.inbox, email);
      await site.walk(async ({ page, complaints }) => {
        await page.goto(site.facts.inbox);
        const mails = page.getByRole('navigation', { name: 'Mails' }).getByRole('button');
        await page.getByLabel('Search mails').fill('READER@visitor');
        await page.getByText(/^1 of \d+ mails$/).waitFor();
        expect(await mails.count()).toBe(1);
        await mails.first().click();
        const mail = page.getByRole('region', { name: 'The mail' });
        await mail.getByText(`To ${email}`).waitFor();
        await mail.getByText(code, { exact: true }).waitFor();
        await mail.getByRole('button', { name: 'Copy the code' }).waitFor();
        await page.frameLocator('iframe').getByText(code).first().waitFor();
        await mail.getByRole('button', { name: 'Plain text' }).click();
        await mail.locator('pre').getByText(code).waitFor();
        await expectAccessible(page, 'inbox');
        await expectReachable(page, 'inbox');
        await expectToFit(page, 'inbox', [360, 768, 1440]);

        await page.reload();
        await mail.getByText(`To ${email}`).waitFor();
        await page.getByLabel('Search mails').fill('no mail has this');
        await page.getByText('No mail has this text.').waitFor();
        await page.getByLabel('Search mails').fill('later@visitor.example');
        await send('later@visitor.example', 'Sent later', '<p>Hello</p>');
        await mails.filter({ hasText: 'Sent later' }).waitFor();

        await page.setViewportSize({ width: 360, height: 900 });
        expect(await mails.first().isVisible()).toBe(false);
        await page.getByRole('button', { name: 'All mails' }).click();
        await mails.filter({ hasText: 'Sent later' }).waitFor();
        await page.getByRole('button', { name: 'Delete all' }).click();
        await expect.poll(() => complaints.splice(0)).toEqual([expect.stringMatching(/^dialog: Delete all \d+ mails/)]);
        expect(await mails.count()).toBe(1);
      });
    });

    it('runs nothing of a mail', async () => {
      const evil = '"><img src=x onerror="top.document.title=1"><script>top.document.title=1</script>';
      await send(`evil@visitor.example`, evil, `<p>${evil}</p><p>The end</p>`);
      await site.walk(async ({ page, complaints }) => {
        await page.goto(site.facts.inbox);
        await page.getByLabel('Search mails').fill('evil@visitor.example');
        await page.getByRole('navigation').getByRole('button').first().click();
        await page.getByRole('heading', { level: 2, name: evil }).waitFor();
        await page.frameLocator('iframe').getByText('The end').waitFor();
        expect(await page.title()).toBe('Mail inbox · adtrail');
        expect(complaints.splice(0).every((text) => /Blocked script|Content Security|404|ERR_/i.test(text))).toBe(true);
      });
    });
  });

  describe('an event', () => {
    it('shows its request and response, and the curl call sends the same', async () => {
      const event = {
        event_type: 'order_created',
        svc_click_id: 's_shown',
        event_id: `order_created:shown-${Date.now()}`,
        value: 'a lot',
        properties: { note: `"'><img src=x onerror=alert(1)>` },
      };
      const sent = await fetch(`${site.facts.api}/api/v1/pixel/server-events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${site.facts.demo.secret_key}`,
          origin: 'https://shop.example',
        },
        body: JSON.stringify(event),
      });
      expect(sent.status).toBe(422);
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console/events?id=${encodeURIComponent(event.event_id)}`);
        await page.getByRole('button', { name: `Details of ${event.event_id}` }).click();
        const drawer = page.getByRole('dialog');
        const text = async (name: string) => {
          const region = drawer.getByRole('region', { name, exact: true }).locator('pre').first();
          await region.waitFor();
          return (await region.textContent()) ?? '';
        };
        expect(JSON.parse(await text('Request as JSON'))).toEqual(event);
        const answer = JSON.parse(await text('Response as JSON')) as { code: string };
        expect(answer).toMatchObject({ code: 'validation_failed', detail: [{ loc: ['body', 'value'] }] });
        await drawer.getByRole('heading', { name: 'Response 422' }).waitFor();
        const body = /-d '(\{.*\})'$/s.exec(await text('curl'))?.[1]?.replaceAll(`'\\''`, "'");
        expect(JSON.parse(body ?? '')).toEqual(event);
        expect(await page.locator('#root img').count()).toBe(0);
        await expectAccessible(page, 'drawer');

        await page.goto(site.facts.console);
        await page.getByText('A secret key is exposed').waitFor();
        await page.getByRole('link', { name: 'Rotate it' }).click();
        await page.getByText(/^Exposed: rotate “/).waitFor();
        await page.getByText(/A browser sent this secret from https:..shop\.example/).waitFor();
        // The pointer leaves the time, whose tooltip would show UTC.
        await page.mouse.move(0, 0);
        await page.getByRole('tooltip').waitFor({ state: 'detached' });
        await expectAccessible(page, 'exposed');
      });
    });
  });

  describe('own ads', () => {
    it('are the template of a prompt for products', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/competitors');
        await page.getByRole('tab', { name: 'Your ads' }).click();
        const find = page.getByRole('button', { name: 'Find it by my website' });
        const template = page.getByRole('checkbox', { name: /as a template$/ });
        await find.or(template).first().waitFor();
        if (await find.isVisible()) await find.click();
        await template.first().waitFor();
        const make = page.getByRole('button', { name: 'Make a prompt for my products' });
        expect(await make.isDisabled()).toBe(true);
        await template.first().check();
        await make.click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[type=file]').setInputFiles('docs/pictures/overview.png');
        await expectAccessible(page, 'template');
        await dialog.getByRole('button', { name: 'Make the prompt' }).click();
        const prompt = await dialog.getByRole('region', { name: 'Prompt' }).textContent();
        expect(prompt?.length).toBeGreaterThan(100);
      });
    });
  });

  describe('texts of others', () => {
    const evil = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;

    it('of ads, prompts and checked pages run nothing and lead nowhere', async () => {
      const ad = {
        id: 'a1',
        title: evil,
        body: evil,
        status: 'active',
        days_running: 3,
        countries: [evil],
        image_urls: ['javascript:alert(3)'],
        video_urls: [],
        snapshot_url: 'javascript:alert(4)',
      };
      const prompt = {
        id: 'p1',
        title: evil,
        prompt: evil,
        negative_prompt: evil,
        aspect_ratio: evil,
        style: evil,
        elements: [evil],
        created_at: '2026-01-01T00:00:00.000Z',
      };
      const checked = {
        url: `https://shop.example/${evil}`,
        status: 200,
        pixels: [{ src: 'javascript:alert(5)', key: evil, consent: 'given' }],
        findings: [{ code: 'key_unknown', level: 'error', message: evil }],
      };
      await site.walk(async ({ page }) => {
        await page.route('**/competitors/social-ads?**', (route) =>
          route.fulfill({
            json: { competitors: [{ name: evil, ads: [ad], total: 1, error: evil, coverage: 'full' }] },
          }),
        );
        await page.route('**/competitors/prompts?**', (route) => route.fulfill({ json: { prompts: [prompt], next_cursor: null } }));
        await page.route('**/pixel/check-site', (route) => route.fulfill({ json: checked }));
        await site.openDemo(page, '/console/competitors');
        const harmless = async () => {
          await page.getByText(evil).first().waitFor();
          expect(await page.locator('a[href^="javascript:"], #root img, #root script').count()).toBe(0);
        };
        await page.getByRole('tab', { name: 'Their ads' }).click();
        await harmless();
        await page.getByRole('tab', { name: 'Prompts' }).click();
        await harmless();
        await page.getByRole('link', { name: 'Link builder' }).click();
        await page.getByLabel('Address of your landing page').fill('shop.example');
        await page.getByRole('button', { name: 'Check this page' }).click();
        await harmless();
      });
    });
  });
}
