import { expectPrinted } from './output-of.ts';
import { cellsOf, printed } from './printed.ts';

it('adtrail ads prints the title of an ad, its text without a title, and the reason where there are none', async () => {
  const ad = { status: 'active', days_running: 7, snapshot_url: 'https://ads.example/1' };
  const [, ...lines] = await printed('ads', {
    competitors: [
      {
        name: 'Fjord',
        error: null,
        ads: [
          { ...ad, title: 'Title', body: 'Text' },
          { ...ad, title: null, body: 'Text alone' },
        ],
      },
      { name: 'Nord', error: 'Too many reads.', ads: [] },
      { name: 'Sud', error: null, ads: [] },
    ],
  });
  expect(lines.map(cellsOf)).toEqual([
    ['Fjord', 'active', '7', 'Title', ad.snapshot_url],
    ['Fjord', 'active', '7', 'Text alone', ad.snapshot_url],
    ['Nord', 'Too many reads.'],
    ['Sud', 'No ads.'],
  ]);
});

it('prints what expected/commands.txt has', () => expectPrinted('competitors', 'ads', 'plan'));
