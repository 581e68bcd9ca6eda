import { mailPage, pageHeaders } from '#functions/api/mail-links/mail-page.ts';

describe('the page behind a link of a mail', () => {
  it('the page behind a link of a mail leads where it is told, to the character, since the address may be signed', () => {
    const link = 'https://files.example/reports/1/a.html?X-Amz-Credential=AK%2F20261121%2Fs3&X-Amz-Expires=300';
    const [, href = ''] = /<a href="([^"]+)"/.exec(mailPage({ title: 'a', text: 'b', link })) ?? [];
    expect(href.replaceAll('&amp;', '&')).toBe(link);
  });

  it('the page behind a link of a mail may send its forms to its own host', () => {
    const page = mailPage({ title: 'a', text: 'b', actions: [{ text: 'Unsubscribe', to: 'unsubscribe' }] });
    expect(page).toContain('<form method="post" action="unsubscribe">');
    expect(pageHeaders['content-security-policy']).toContain("form-action 'self'");
  });

  it('the page behind a link of a mail holds no markup of an address', () => {
    expect(mailPage({ title: 'a', text: 'b', link: 'https://a.example/?"><script>' })).not.toContain('<script>');
  });
});
