import known from 'crawler-user-agents';
import { isPreviewHost } from '#shared/clicks/rules/preview-hosts.ts';
import { isInNetworks, problemOfNetwork } from '#shared/clicks/rules/staff-networks.ts';
import { signalsOf, trafficOf, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { factsOfUserAgent, userAgentReader } from '#shared/clicks/rules/user-agent.ts';
import { browsersOfPeople, crawlers, inAppBrowsers } from './user-agents.ts';

const visit = {
  isInternalNetwork: false,
  isInternalVisitor: false,
  isPreviewHost: false,
  isBot: false,
  userAgent: 'Mozilla/5.0',
  isWebdriver: false,
  isPrefetch: false,
};

describe('the user agent of a click', () => {
  it('the user agent of a click of 200 browsers of people, apps included, is never taken for a program', () => {
    const people = [...browsersOfPeople, ...inAppBrowsers.map(([, text]) => text)];
    expect(new Set(people).size).toBeGreaterThanOrEqual(200);
    expect(people.filter((text) => factsOfUserAgent(text).isBot)).toEqual([]);
    expect(people.filter((text) => factsOfUserAgent(text).browser === 'unknown')).toEqual([]);
  });

  it.each(crawlers)('%s is of a bot', (text) => {
    expect(factsOfUserAgent(text)).toEqual({ device: 'bot', browser: 'unknown', isBot: true });
  });

  it('of 2,118 programs of a public list is never taken for a person, but of three apps that people use', () => {
    const all = known.flatMap(({ instances }) => [...instances]);
    expect(all.length).toBeGreaterThan(2000);
    const missed = all.filter((text) => !factsOfUserAgent(text).isBot);
    // The list counts browsers inside apps and editors as programs.
    const ofPeople = /\bInstagram \d|MetaIAB Facebook|\bCode\/1|\bTrae\/|\bFluid\//;
    expect(missed.filter((text) => !ofPeople.test(text))).toEqual([]);
    expect(missed).toHaveLength(5);
  });

  it.each([
    ['MyShop/1.0 CFNetwork/1490.0.4 Darwin/23.2.0', false],
    ['MyShop/2.1 (iPhone; iOS 17.5; Scale/3.00)', false],
    ['Dart/3.1 (dart:io)', false],
    ['kubectl/v1.12.0 (linux/amd64) kubernetes/0ed3388', true],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Excel 16.0.13231; Pro)', true],
    ['Mozilla/5.0 (compatible; evc-batch/2.0)', true],
    ['Opera/9.80 (J2ME/MIDP; Opera Mini/6.5.27510/34.1624; U; en) Presto/2.8.119 Version/11.10', false],
    ['Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)', false],
    ['HUAWEI Y325-T00_TD/V1 Linux/3.4.5 Android/2.3.6 Release/03.26.2013 Browser/AppleWebKit533.1', false],
    ['UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokia501) U2/1.0.0 UCBrowser/9.4 Mobile', false],
  ])('%s: of a bot is %s', (text, isBot) => {
    expect(factsOfUserAgent(text).isBot).toBe(isBot);
  });

  it.each(inAppBrowsers)('the user agent of a click of the browser inside %s names the app', (name, text) => {
    expect(factsOfUserAgent(text)).toEqual({ device: 'mobile', browser: name, isBot: false });
  });

  it.each([
    ['Macintosh; Intel Mac OS X 10_15_7', 'desktop'],
    ['X11; CrOS x86_64 14541.0.0', 'desktop'],
    ['Linux; Android 14; Pixel 8 Pro', 'mobile'],
    ['iPad; CPU OS 17_5 like Mac OS X', 'tablet'],
    ['Web0S; Linux/SmartTV', 'unknown'],
  ])('the user agent of a click with %s is of the device %s', (system, device) => {
    const mobile = device === 'mobile' ? ' Mobile' : '';
    const text = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0${mobile} Safari/537.36`;
    expect(factsOfUserAgent(text).device).toBe(device);
  });

  it('an empty user agent has no facts, and a cached user agent is parsed once', () => {
    expect(factsOfUserAgent('  ')).toEqual({ device: 'unknown', browser: 'unknown', isBot: false });
    const read = userAgentReader(2);
    const first = read('curl/8.7.1');
    expect(read('curl/8.7.1')).toBe(first);
    for (const other of ['a', 'b', 'c', 'd', 'e']) read(other);
    expect(read('curl/8.7.1')).not.toBe(first);
    expect(read('curl/8.7.1')).toEqual(first);
  });
});

describe('the verdict on a click', () => {
  it('the verdict on a click is human without a signal', () => {
    expect(signalsOf(visit)).toEqual([]);
    expect(trafficOf([])).toBe('human');
  });

  it.each([
    [{ isInternalNetwork: true }, 'internal_network', 'internal'],
    [{ isInternalVisitor: true }, 'internal_visitor', 'internal'],
    [{ isPreviewHost: true }, 'preview_host', 'internal'],
    [{ isBot: true }, 'bot_user_agent', 'bot'],
    [{ userAgent: ' ' }, 'no_user_agent', 'bot'],
    [{ isWebdriver: true }, 'webdriver', 'bot'],
    [{ isPrefetch: true }, 'prefetch', 'preview'],
  ])('the verdict on a click of %j is by the signal %s: %s; and human when its rule is off', (facts, signal, traffic) => {
    const signals = signalsOf({ ...visit, ...facts });
    expect(signals).toEqual([signal]);
    expect(trafficOf(signals)).toBe(traffic);
    expect(trafficOf(signals, signals)).toBe('human');
  });

  it('the verdict on a click keeps every signal, and the first whose rule is on decides', () => {
    const signals = signalsOf({ ...visit, isPrefetch: true, isWebdriver: true, isInternalNetwork: true });
    expect(signals).toEqual(['internal_network', 'webdriver', 'prefetch']);
    expect(trafficOf(signals)).toBe('internal');
    expect(trafficOf(signals, ['internal_network'])).toBe('bot');
    expect(trafficOf(signals, ['internal_network', 'webdriver'])).toBe('preview');
    expect(trafficOf(signals, trafficSignals)).toBe('human');
  });
});

describe('a preview host', () => {
  it.each([
    'shop.local',
    'deploy-preview-12--shop.netlify.app',
    'shop-git-new-cart-team.vercel.app',
    '0a1b2c3d.shop.pages.dev',
    'abc.ngrok-free.app',
    'x1y2.shopifypreview.com',
  ])('a preview host is %s, for every key', (host) => {
    expect(isPreviewHost(host, true)).toBe(true);
    expect(isPreviewHost(host, false)).toBe(true);
  });

  it.each(['localhost', '127.0.0.1', '192.168.1.4', '10.0.0.1', '172.20.3.4', '[::1]', '[fd12::1]'])(
    'a preview host is %s for a live key only',
    (host) => {
      expect(isPreviewHost(host, true)).toBe(true);
      expect(isPreviewHost(host, false)).toBe(false);
    },
  );

  it.each(['shop.example', 'localhost.example', 'shop.pages.dev', 'shop.vercel.app', '172.32.0.1', '[2001:db8::1]'])(
    'a preview host is not %s',
    (host) => expect(isPreviewHost(host, true)).toBe(false),
  );
});

describe('the networks of the staff', () => {
  it.each([
    ['203.0.113.9', true],
    ['203.0.114.1', false],
    ['2001:db8:1:2::7', true],
    ['2001:DB8:0001::1', true],
    ['2001:db8:2::1', false],
    ['::ffff:203.0.113.9', true],
    ['', false],
    ['unknown', false],
  ])('the staff networks contain %s: %s', (address, holds) => {
    const networks = ['203.0.113.0/24', '2001:db8:1::/48'];
    expect(isInNetworks(address, networks)).toBe(holds);
    expect(isInNetworks(address, [])).toBe(false);
  });

  it.each(['203.0.113.0/24', '203.0.0.0/16', '2001:db8::/48', '2001:db8:1:ff00::/56'])('a staff network can be %s', (network) => {
    expect(problemOfNetwork(network)).toBeUndefined();
  });

  it.each([
    ['127.77.0.1/16', '127.77.0.0/16'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.0/17', '203.0.0.0/17'],
    ['2001:db8:1:1::/48', '2001:db8:1::/48'],
    ['2001:db8:1:ff0f::1/56', '2001:db8:1:ff00::/56'],
  ])('a staff network cannot be the address %s, and its network %s is named', (address, network) => {
    expect(problemOfNetwork(address)).toBe(`The network of this address is ${network}`);
    expect(problemOfNetwork(network)).toBeUndefined();
  });

  it.each([
    '203.0.113.0/25',
    '203.0.0.0/15',
    '203.0.113.9',
    '2001:db8::/32',
    '2001:db8::/64',
    'x/24',
    '1.2.3.0/24/24',
    'fe80::%eth0/48',
    '1.2.3.0/ 24',
  ])('a staff network cannot be %s', (network) => expect(problemOfNetwork(network)).toMatch(/expected/));
});
