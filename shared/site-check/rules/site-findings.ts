import { parametersLostInRedirects } from './ad-parameters.ts';
import { allowsRequest, allowsScript, policiesOf } from './content-policy.ts';
import type { PagePixel, PagePixels } from './page-pixels.ts';

export const levels = ['ok', 'info', 'warning', 'error'] as const;
export type SiteFinding = { code: string; level: (typeof levels)[number]; message: string };

export type KnownKey = {
  environment: 'live' | 'test';
  isRevoked: boolean;
  allowedOrigins: readonly string[];
};

type Page = PagePixels & { hops: readonly string[]; status: number; isHtml: boolean };

export function siteFindings(page: Page, keys: ReadonlyMap<string, KnownKey | null>): SiteFinding[] {
  const url = new URL(page.hops.at(-1) ?? '');
  const findings = [
    ...pageFindings(page),
    ...(page.status < 400 && page.isHtml
      ? [
          ...presence(page),
          ...page.pixels
            .slice(0, 1)
            .flatMap((pixel) => [
              ...keyFindings(pixel, keys, url),
              ...consentFindings(pixel, page.hasConsentPlatform),
              ...policyFindings(pixel, page.policies, url),
            ]),
        ]
      : []),
    ...redirectFindings(page),
  ];
  const rank = (finding: SiteFinding) => -levels.indexOf(finding.level);
  return findings.sort((a, b) => rank(a) - rank(b));
}

const finding = (level: SiteFinding['level'], code: string, message: string): SiteFinding => ({
  code,
  level,
  message,
});

function pageFindings({ status, isHtml }: Page): SiteFinding[] {
  if (status >= 400) return [finding('error', 'page_failed', `The page responded with ${status}. Check its address.`)];
  return isHtml ? [] : [finding('error', 'not_a_page', 'The address returns a file, not an HTML page.')];
}

function presence({ pixels, hasTagManager }: Page): SiteFinding[] {
  if (pixels.length === 0)
    return [
      hasTagManager
        ? finding(
            'warning',
            'pixel_not_in_html',
            'The HTML does not have the pixel. The page loads a tag manager, which may add it: this check runs no scripts. Open the page with data-debug on the pixel to see it work.',
          )
        : finding('error', 'pixel_missing', 'The page does not have the pixel. Add its script before </head>.'),
    ];
  const names = new Set(pixels.map(({ key }) => key));
  const [first] = pixels;
  const findings = finding(
    'ok',
    'pixel_found',
    first?.by === 'script' ? 'The page adds the pixel with a script.' : 'The page has the pixel.',
  );
  if (pixels.length === 1) return [findings];
  return [
    findings,
    names.size > 1
      ? finding(
          'error',
          'several_keys',
          `The page has the pixel ${pixels.length} times, with different keys. Only the first one runs. Remove the others.`,
        )
      : finding('warning', 'pixel_twice', `The page has the pixel ${pixels.length} times. Only the first one runs. Remove the others.`),
  ];
}

function keyFindings({ key }: PagePixel, keys: ReadonlyMap<string, KnownKey | null>, page: URL): SiteFinding[] {
  if (key === null) return [finding('error', 'key_missing', 'The pixel has no key. Add data-key="pk_…" to its script.')];
  const pixelKey = keys.get(key);
  if (!pixelKey) return [finding('error', 'key_unknown', 'The key of the pixel is none of your account. Copy a public key from “Keys”.')];
  if (pixelKey.isRevoked) return [finding('error', 'key_revoked', 'The key of the pixel was revoked. Put another one in.')];
  const { allowedOrigins } = pixelKey;
  return [
    pixelKey.environment === 'test'
      ? finding('warning', 'key_is_test', 'The key is a test key. Its clicks earn no live conversions.')
      : finding('ok', 'key_known', 'The key is yours and works.'),
    ...(allowedOrigins.length > 0 && !allowedOrigins.includes(page.origin)
      ? [finding('error', 'origin_not_allowed', `The key does not allow ${page.origin}. Add it to the allowed origins of the key.`)]
      : []),
  ];
}

function consentFindings({ consent }: PagePixel, hasPlatform: boolean): SiteFinding[] {
  const message = {
    given: 'The pixel stores clicks without asking for consent.',
    false: 'The pixel stores nothing in the browser until the page calls svc.consent(true).',
    hold: 'The pixel sends and stores nothing until the page calls svc.consent(true).',
    auto: 'The pixel sends and stores nothing until a consent platform of the page agrees.',
  }[consent];
  const findings = [finding('info', `consent_${consent}`, message)];
  if (consent === 'given' && hasPlatform)
    findings.push(
      finding(
        'warning',
        'consent_not_connected',
        'The page has a consent platform, and the pixel does not ask it. Set data-consent="auto" to connect them.',
      ),
    );
  if (consent === 'auto' && !hasPlatform)
    findings.push(
      finding('warning', 'consent_platform_not_seen', 'The HTML shows no consent platform. Without one the pixel sends nothing.'),
    );
  return findings;
}

function policyFindings({ src, nonce, by }: PagePixel, policies: readonly string[], page: URL): SiteFinding[] {
  const script = new URL(src);
  const tag = { nonce, byScript: by === 'script' };
  const parsedPolicies = policiesOf(policies);
  if (parsedPolicies.length === 0) return [];
  const blocked: SiteFinding[] = [];
  if (!parsedPolicies.every((policy) => allowsScript(policy, script, page, tag)))
    blocked.push(
      finding('error', 'policy_blocks_script', `The content security policy blocks the pixel. Add ${script.origin} to script-src.`),
    );
  if (!parsedPolicies.every((policy) => allowsRequest(policy, new URL('/api/v1/pixel/sessions', script), page)))
    blocked.push(
      finding(
        'error',
        'policy_blocks_requests',
        `The content security policy blocks the requests of the pixel. Add ${script.origin} to connect-src.`,
      ),
    );
  return blocked.length > 0 ? blocked : [finding('ok', 'policy_allows', 'The content security policy allows the pixel.')];
}

function redirectFindings({ hops }: Page): SiteFinding[] {
  const lost = parametersLostInRedirects(hops);
  if (lost)
    return [
      finding(
        'error',
        'parameters_lost',
        `A redirect to ${lost.at} loses ${lost.parameters.join(', ')}. Visits by such a link count as organic. Keep the query in the redirect, or link to the last address.`,
      ),
    ];
  return hops.length > 1 ? [finding('ok', 'parameters_kept', 'The page redirects and keeps the parameters of the link.')] : [];
}
