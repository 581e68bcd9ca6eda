import { normalizedWebsite } from '#shared/web/website.ts';

describe('a website', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['  Example.COM ', 'https://example.com/'],
    ['www.example.com/shop?a=1#top', 'https://www.example.com/shop?a=1'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://EXAMPLE.com/Shop', 'https://example.com/Shop'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
    ['https://example.com:443', 'https://example.com/'],
    ['//example.com', 'https://example.com/'],
    ['my_shop.example.com', 'https://my_shop.example.com/'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ])('%j is %s', (text, url) => {
    expect(normalizedWebsite(text)).toBe(url);
    expect(normalizedWebsite(url)).toBe(url);
  });

  it.each([
    '',
    ' ',
    'example',
    'localhost',
    'http://localhost:3000',
    'ftp://example.com',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'mailto:ada@example.com',
    'file:///etc/passwd',
    'ada@example.com',
    'https://ada:pass@example.com',
    'https://example.com@evil.example/',
    '127.0.0.1',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'example.com.',
    '.example.com',
    'exa mple.com',
    'https://exa\tmple.com',
    'https:\\\\example.com',
    'https://',
    'https://example.com:99999',
    'https://\ud800.com',
    `https://example.com/${'a'.repeat(2048)}`,
    `https://example.com/${'é'.repeat(1000)}`,
  ])('%j is none', (text) => expect(normalizedWebsite(text)).toBeNull());
});
