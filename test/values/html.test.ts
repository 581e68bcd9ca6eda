import { html, trusted } from '#shared/values/html.ts';

describe('the template tag for HTML', () => {
  it('escapes values, writes nested HTML as it is, and leaves out what is absent', () => {
    const items = ['<b>', 'a & b'].map((text) => html`<li title="${text}">${text}</li>`);
    expect(html`<ul>${items}${null}${false}${0}</ul>${trusted('<hr>')}`.html).toBe(
      '<ul><li title="&lt;b&gt;">&lt;b&gt;</li><li title="a &amp; b">a &amp; b</li>0</ul><hr>',
    );
  });

  it('makes HTML that a plain template writes too', () => {
    expect(`<p>${html`<i>${'"'}</i>`}</p>`).toBe('<p><i>&quot;</i></p>');
  });
});
