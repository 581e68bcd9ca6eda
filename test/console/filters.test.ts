// Night: it walks pages in a browser.
import { openExampleSite } from './example-site.ts';

const site = openExampleSite();
it('a comparison with the year before shows the year', async () => {
  await site.open('/?compare=year');
  await site.page.getByText('with Nov 14, 2025 to Nov 26, 2025.').waitFor();
  await site.follow('/?period=12m');
  await site.page.getByText('Changes compare whole days: Nov 28, 2025 to Nov 26, 2026 with').waitFor();
});

const search = () => new URL(site.page.url()).searchParams;

it('a text typed into a filter of the events keeps the filter of ads without a name', async () => {
  await site.open('/events?period=30d&group=&ad=');
  const type = site.page.getByRole('combobox', { name: 'Event type' });
  await type.fill('order_created');
  await expect.poll(() => search().get('type')).toBe('order_created');
  expect([search().get('group'), search().get('ad')]).toEqual(['', '']);
  await site.settled();
  expect(site.sent.findLast(({ operation }) => operation === 'listEvents')?.query).toMatchObject({
    ad_group: '',
    ad_id: '',
    event_type: 'order_created',
  });
  const ad = site.page.getByRole('combobox', { name: 'Ad', exact: true });
  await ad.fill('ad_1');
  await expect.poll(() => search().get('ad')).toBe('ad_1');
  await ad.fill('');
  await expect.poll(() => search().has('ad')).toBe(false);
  expect(search().get('group')).toBe('');
});
