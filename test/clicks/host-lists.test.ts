import { mergedHosts } from '#lib/tools/host-lists.ts';
import hosts from '#shared/clicks/rules/hosts.json' with { type: 'json' };

const published = {
  name: 'a published list',
  licence: 'CC0 1.0 Universal\n\nStatement of Purpose',
  date: '2026-12-01',
  assistants: 'New:\n  - new-assistant.example\n  - other.example/i/chat\n',
  engines: [
    'Some engine:',
    '  -',
    '    urls:',
    '      - www.engine.example',
    "      - 'engine.{}'",
    '      - google.com/cse',
    '    params:',
    '      - q',
    "    backlink: 'search?q={k}'",
    '  -',
    '    urls:',
    '      - second.example',
    '',
  ].join('\n'),
  socials: '"A: network":\n  - network.example\n\nYouTube:\n  - youtube.com\n',
};

describe('the update of the list of hosts', () => {
  const merged = mergedHosts(hosts, published);

  it('the update of the list of hosts adds hosts of each kind, and none twice', () => {
    expect(merged.hosts.assistant).toEqual([...hosts.hosts.assistant, 'new-assistant.example']);
    expect(merged.hosts.social).toEqual([...hosts.hosts.social, 'network.example']);
    expect(merged.hosts.search).toEqual([...hosts.hosts.search, 'engine.example', 'engine.{}', 'second.example']);
    expect(mergedHosts(merged, published)).toEqual(merged);
  });

  it('an update keeps the kind of a host, and names its sources with licence and date', () => {
    expect(merged.hosts.video).toEqual(hosts.hosts.video);
    expect(merged.version).toBe('2026-12-01');
    expect(merged.sources.at(-1)).toEqual({
      name: published.name,
      licence: published.licence,
      date: published.date,
    });
  });

  it('the update of the list of hosts refuses another licence, and lines of an unknown form', () => {
    expect(() => mergedHosts(hosts, { ...published, licence: 'All rights reserved' })).toThrow(/licence/);
    expect(() => mergedHosts(hosts, { ...published, socials: 'X:\n  network.example\n' })).toThrow(/form/);
  });
});
