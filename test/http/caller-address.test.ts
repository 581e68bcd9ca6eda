import { callerAddress } from '#shared/http/caller-address.ts';
import type { Event } from '#shared/http/response-middleware.ts';

const token = 'token-of-the-edge';
const event = { requestContext: { identity: { sourceIp: '192.0.2.9' } } } as unknown as Event;
const asked = (headers: Record<string, string>, edgeToken = token) => callerAddress(event, { header: (name) => headers[name] }, edgeToken);

it('is the address that API Gateway sees', () => {
  expect(asked({})).toBe('192.0.2.9');
});

it('is the address that CloudFront names, in either version', () => {
  for (const viewer of ['198.51.100.7', '2001:db8::7']) expect(asked({ 'x-adtrail-edge': token, 'x-adtrail-viewer': viewer })).toBe(viewer);
});

it.each([
  ['without the token', { 'x-adtrail-viewer': '198.51.100.7' }, token],
  ['with another token', { 'x-adtrail-edge': 'token-of-the-edgf', 'x-adtrail-viewer': '198.51.100.7' }, token],
  ['with a part of the token', { 'x-adtrail-edge': 'token', 'x-adtrail-viewer': '198.51.100.7' }, token],
  ['where no CloudFront is', { 'x-adtrail-edge': '', 'x-adtrail-viewer': '198.51.100.7' }, ''],
  ['that is no address', { 'x-adtrail-edge': token, 'x-adtrail-viewer': 'unknown, 198.51.100.7' }, token],
])('is not what a caller claims %s', (_, headers, edgeToken) => {
  expect(asked(headers, edgeToken)).toBe('192.0.2.9');
});
