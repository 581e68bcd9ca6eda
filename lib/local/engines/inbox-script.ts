/** The page's address names the opened mail. Texts of mails are inserted as text, never as HTML. */
export const inboxScript = `
const part = (id) => document.getElementById(id);
const [list, pane, panes, search, problem, count] = ['list', 'mail', 'panes', 'search', 'problem', 'count'].map(part);
const everySeconds = 2;
let mails = [];
let isText = false;
let isLoaded = false;
let shown = null;
/** A mail names the font of the product, and here it has it. */
const font = document.styleSheets[0].cssRules[0].cssText;

const elementOf = (tag, text, attributes = {}) => {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const button = (text, run, attributes) => {
  const element = elementOf('button', text, { type: 'button', ...attributes });
  element.onclick = run;
  return element;
};
const receivers = ({ destination: { to = [], cc = [], bcc = [] } }) => [...to, ...cc, ...bcc].join(', ');
const timeOf = ({ at }) => new Date(at * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const opened = () => mails.find(({ messageId }) => messageId === decodeURIComponent(location.hash.slice(1)));
const codeOf = ({ body }) => /(?<![\\w-])\\d{6}(?![\\w-])/.exec(body.text ?? '')?.[0];

function matchingMails() {
  const searchedText = search.value.trim().toLowerCase();
  return mails.filter((mail) =>
    [mail.subject, receivers(mail), mail.body.text ?? ''].some((text) => text.toLowerCase().includes(searchedText)));
}

function showList() {
  const matches = matchingMails();
  const openMail = opened() ?? null;
  count.textContent = !isLoaded ? 'Loading …'
    : matches.length === mails.length ? mails.length + (mails.length === 1 ? ' mail' : ' mails')
    : matches.length + ' of ' + mails.length + ' mails';
  part('clear').disabled = mails.length === 0;
  const focused = document.activeElement?.closest?.('[data-mail]')?.dataset.mail;
  list.replaceChildren(...matches.map((mail) => {
    const entry = button('', () => { location.hash = encodeURIComponent(mail.messageId); },
      { 'data-mail': mail.messageId, 'aria-current': String(mail === openMail) });
    entry.append(elementOf('b', mail.subject), elementOf('small', 'To ' + receivers(mail)), elementOf('small', timeOf(mail)));
    const item = elementOf('li');
    item.append(entry);
    return item;
  }));
  if (focused) list.querySelector('[data-mail="' + CSS.escape(focused) + '"]')?.focus();
  if (isLoaded && matches.length === 0)
    list.append(elementOf('li', mails.length === 0
      ? 'No mail yet. Create an account in the console, for example: its code arrives here.'
      : 'No mail has this text.', { class: 'empty' }));
}

function showMail() {
  const mail = opened();
  panes.classList.toggle('is-open', mail !== undefined);
  if (mail && shown === mail.messageId + isText) return;
  shown = mail ? mail.messageId + isText : null;
  if (!mail) {
    pane.replaceChildren(elementOf('p', mails.length > 0 ? 'Choose a mail to read it.' : '', { class: 'empty' }));
    return;
  }
  const { body, subject, from } = mail;
  const bar = elementOf('div', '', { class: 'bar' });
  const code = codeOf(mail);
  if (code) {
    const copied = elementOf('span', '', { role: 'status' });
    bar.append(elementOf('span', code, { class: 'code' }), button('Copy the code', async () => {
      await navigator.clipboard.writeText(code);
      copied.textContent = 'Copied';
    }), copied);
  }
  const look = (text, to) => button(text, () => { isText = to; showMail(); pane.querySelector('[aria-pressed=true]').focus(); }, { 'aria-pressed': String(isText === to) });
  if (body.html && body.text) bar.append(look('As sent', false), look('Plain text', true));
  bar.append(button('Save as a file', () => save(mail)));
  const attached = mail.attachments.map(({ filename, content, contentType }) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    return elementOf('a', filename ?? 'Attachment', { download: filename ?? 'attachment', href: URL.createObjectURL(new Blob([bytes], { type: contentType })) });
  });
  bar.append(...attached);
  const content = body.html && !isText
    ? elementOf('iframe', '', { title: 'The mail as sent', sandbox: 'allow-popups allow-popups-to-escape-sandbox', srcdoc: '<base target="_blank"><style>' + font + '</style>' + body.html })
    : elementOf('pre', body.text ?? '');
  pane.replaceChildren(
    button('All mails', () => { history.pushState(null, '', location.pathname); show(); list.querySelector('[data-mail="' + CSS.escape(mail.messageId) + '"]')?.focus(); }, { class: 'back' }),
    elementOf('h2', subject),
    elementOf('div', 'To ' + receivers(mail), { class: 'facts' }),
    elementOf('div', 'From ' + from, { class: 'facts' }),
    elementOf('div', timeOf(mail), { class: 'facts' }),
    bar, content);
}

// On a wide screen the list keeps its place; on a phone the mail begins at the top.
function focusMail() {
  if (!opened()) return;
  pane.focus({ preventScroll: true });
  if (pane.getBoundingClientRect().top < 0) pane.scrollIntoView();
}

const show = () => { showList(); showMail(); };

async function save({ messageId }) {
  try {
    const { body, fileName } = await (await fetch('/get-emlContent?messageId=' + encodeURIComponent(messageId))).json();
    const href = URL.createObjectURL(new Blob([Uint8Array.from(body.data)], { type: 'message/rfc822' }));
    elementOf('a', '', { href, download: fileName + '.eml' }).click();
  } catch (error) {
    fail('The mail was not saved (' + error.message + ').');
  }
}

function fail(text) {
  problem.textContent = text;
  problem.hidden = text === '';
}

async function refresh() {
  if (document.hidden) return;
  try {
    const { emails } = await (await fetch('/store')).json();
    const isSame = isLoaded && emails.length === mails.length && emails.at(-1)?.messageId === mails[0]?.messageId;
    isLoaded = true;
    fail('');
    if (isSame) return;
    mails = emails.reverse();
    show();
  } catch {
    fail('The service does not answer. This page asks again every ' + everySeconds + ' seconds.');
  }
}

part('clear').onclick = async () => {
  if (!confirm('Delete all ' + mails.length + ' mails of this machine?')) return;
  await fetch('/clear-store', { method: 'post' });
  await refresh();
};
search.oninput = showList;
window.onhashchange = () => { show(); focusMail(); };
document.onvisibilitychange = refresh;
refresh();
setInterval(refresh, everySeconds * 1000);
`;
