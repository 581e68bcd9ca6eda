import { allowsRequest, allowsScript, policiesOf } from '#shared/site-check/rules/content-policy.ts';

const page = new URL('https://shop.example/shoes');
const script = new URL('https://api.example/pixel/p.js?key=1');
const tag = { nonce: 'n1', byScript: false };
const mayRun = (text: string, from = script, options = tag) =>
  policiesOf([text]).every((policy) => allowsScript(policy, from, page, options));

describe('a content security policy', () => {
  it.each<[policy: string, allowed: boolean]>([
    ['', true],
    ['img-src none', true],
    ["default-src 'none'", false],
    ["default-src 'self'", false],
    ["default-src 'none'; script-src api.example", true],
    ["script-src 'none'; script-src api.example", false],
    ['script-src https:', true],
    ['script-src http:', true],
    ['script-src *', true],
    ['script-src API.example', true],
    ['script-src https://api.example:443', true],
    ['script-src api.example:8443', false],
    ['script-src *.example', true],
    ['script-src *.api.example', false],
    ['script-src https://api.example/pixel/', true],
    ['script-src https://api.example/pixel/p.js', true],
    ['script-src https://api.example/other/', false],
    ['script-src api.example; script-src-elem cdn.example', false],
    ["script-src 'nonce-n1'", true],
    ["script-src 'nonce-other'", false],
    ["script-src 'strict-dynamic' https://api.example", false],
    ["script-src 'unsafe-inline'", false],
    ["script-src api.example, script-src 'none'", false],
  ])('%j allows the script: %s', (policy, allowed) => {
    expect(mayRun(policy)).toBe(allowed);
  });

  it('a content security policy lets a trusted script add the pixel', () => {
    expect(mayRun("script-src 'strict-dynamic'", script, { nonce: null, byScript: true } as never)).toBe(true);
  });

  it('a content security policy knows the page itself', () => {
    expect(mayRun("script-src 'self'", new URL('https://shop.example/pixel/p.js'))).toBe(true);
    expect(mayRun("script-src 'self'", new URL('https://shop.example:8443/pixel/p.js'))).toBe(false);
  });

  it('a content security policy decides about requests by connect-src', () => {
    const to = new URL('https://api.example/api/v1/pixel/sessions');
    const may = (text: string) => policiesOf([text]).every((policy) => allowsRequest(policy, to, page));
    expect(may("default-src 'self'; connect-src api.example")).toBe(true);
    expect(may("default-src 'self'; script-src api.example")).toBe(false);
    expect(may('script-src api.example')).toBe(true);
  });
});
