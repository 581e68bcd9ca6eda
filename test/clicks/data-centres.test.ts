import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergedDataCentres } from '#lib/tools/data-centre-lists.ts';
import builtIn from '#shared/clicks/rules/data-centres.json' with { type: 'json' };
import { dataCentresOf } from '#shared/clicks/rules/data-centres.ts';
import { type TrafficSignal, trafficRules, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { dataCentresFrom } from '#shared/clicks/store/data-centres.ts';
import { verdictsQueue } from '#shared/traffic/queues.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const cloud = `# A made-up cloud
192.0.2.0/25
192.0.2.128/25
198.51.100.7/32
2001:db8:1::/48
`;
const list = (text: string) => [{ name: 'cloud.txt', licence: 'made up', text }];

describe('the list of data centres', () => {
  const merged = mergedDataCentres([...list(cloud), ...list('192.0.3.0/24\n')], '2026-11-20');
  const { has, date } = dataCentresOf(() => merged);

  it('the list of data centres is sorted, joins neighbours and notes date and licence', () => {
    expect(merged).toEqual({
      date: '2026-11-20',
      sources: [
        { name: 'cloud.txt', licence: 'made up' },
        { name: 'cloud.txt', licence: 'made up' },
      ],
      ipv4: ['c0000200-c00003ff', 'c6336407-c6336407'],
      ipv6: ['20010db800010000-20010db80001ffff'].map((text) => text.replace(/^0+/, '')),
    });
    expect(date).toBe('2026-11-20');
  });

  it.each([
    ['192.0.1.255', false],
    ['192.0.2.0', true],
    ['192.0.3.255', true],
    ['192.0.4.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:192.0.2.9', true],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::1', false],
    ['2001:db8:0:ffff:ffff::1', false],
    ['fe80::1%eth0', false],
    ['', false],
    ['unknown', false],
  ])('has %s: %s', (address, isIn) => {
    expect(has(address)).toBe(isIn);
  });

  it.each(['192.0.2.0', '192.0.2.0/33', '2001:db8::/65', 'cloud.example', '10.0.0.0/8/9'])(
    'the list of data centres refuses the line %s',
    (line) => {
      expect(() => mergedDataCentres(list(line), '2026-11-20')).toThrow('cloud.txt has a line');
    },
  );

  it('the built-in list of data centres is empty, so that no click is from a data centre', () => {
    const none = dataCentresOf(() => builtIn);
    expect(none.date).toBeNull();
    expect(none.has('192.0.2.1')).toBe(false);
  });

  it('a list of data centres is read from the given file, and without a file it is the built-in list', () => {
    const file = join(temporaryFolder(), 'data-centres.json');
    writeFileSync(file, JSON.stringify(merged));
    const given = dataCentresFrom(file);
    expect([given.date, given.has('192.0.2.0'), given.has('192.0.4.0')]).toEqual(['2026-11-20', true, false]);
    expect(dataCentresFrom('').date).toBe(builtIn.date);
    expect(() => dataCentresFrom(`${file}.none`).date).toThrow('ENOENT');
  });

  it('a list of data centres of another form is refused at its first use', () => {
    const wrong = dataCentresOf(() => ({ date: 'today', ipv4: ['x'] }));
    expect(() => wrong.has('192.0.2.1')).toThrow();
  });
});

it('messages name the signals of rules that decide late', () => {
  const late: TrafficSignal[] = trafficSignals.slice(trafficSignals.indexOf('data_centre'));
  const { options } = verdictsQueue.message.shape.signal;
  expect(options).toEqual(late);
  for (const signal of options) expect(trafficRules[signal].traffic).not.toBe('human');
});
