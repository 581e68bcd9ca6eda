export const landingScript = `const isStored = () => {
  try {
    const kept = JSON.parse(localStorage.getItem('svc_sid'));
    return kept.sid === svc.sid() && !kept.todo;
  } catch {
    return false;
  }
};
const show = () => {
  if (!window.svc || !svc.sid) return void setTimeout(show, 30);
  const query = new URLSearchParams(location.search);
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('svc_sid='));
  const stored = isStored();
  const values = {
    sid: svc.sid(),
    vid: svc.vid(),
    cookie: cookie ? decodeURIComponent(cookie) : 'none',
    stored: stored ? 'has stored the click' : 'has not answered yet',
  };
  for (const cell of document.querySelectorAll('#pixel dd'))
    cell.textContent = values[cell.dataset.of] || query.get(cell.dataset.of) || 'none: not an ad click';
  if (!stored) setTimeout(show, 100);
};
show();
`;

export const attributedScript = `const report = document.getElementById('report');
const look = async () => {
  try {
    const answer = document.hidden ? null : await fetch('/attributed/report');
    const text = answer && answer.ok ? await answer.text() : '';
    if (text && text !== report.dataset.text) {
      report.dataset.text = text;
      report.innerHTML = text;
    }
  } catch {}
  setTimeout(look, 1000);
};
look();
`;
