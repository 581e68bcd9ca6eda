/** Playwright adds this script to the page of the tests of the wiring. */
globalThis.wiring = (() => {
  const longest = 300;
  const one = (text) => text.replaceAll(/\s+/g, ' ').trim();
  const addressOf = (link) => link.getAttribute('href').replace(/^\/console(?=\/|\?|$)/, '');
  const isShown = (node) => !node.closest('svg, style, .recharts-wrapper, [hidden], nav, [role=tooltip]');

  function textOf(node) {
    const parts = [];
    for (const child of node.childNodes)
      if (child.nodeType === 3) parts.push(child.data);
      else if (child.nodeType !== 1 || !isShown(child) || child.localName === 'select') continue;
      else if (child.localName === 'input' || child.localName === 'textarea') parts.push(fieldOf(child));
      else {
        parts.push(textOf(child));
        if (child.localName === 'a' && child.hasAttribute('href')) parts.push(`<${addressOf(child)}>`);
        if (child.localName === 'img') parts.push(`<${child.getAttribute('src')}>`);
      }
    return one(parts.filter(Boolean).join(' '));
  }

  const fieldOf = (field) => (/checkbox|radio/.test(field.type) ? (field.checked ? '[x]' : '') : field.type === 'file' ? '' : field.value);
  const labelOf = (field) => one(field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.textContent);

  /** A chart has no text, but its table has. */
  const pressAll = (main, text) => {
    for (const button of main.querySelectorAll('button')) if (one(button.textContent) === text) button.click();
  };

  function linesOf(main) {
    const lines = [];
    const walk = (node) => {
      if (!isShown(node)) return;
      const name = node.localName;
      if (name === 'table') return table(node);
      if (node.getAttribute('role') === 'alert') return lines.push(`alert ${textOf(node)}`);
      if (node.classList.contains('mantine-Center-root')) return lines.push(`empty ${textOf(node)}`);
      if (node.classList.contains('tiles'))
        return [...node.children].forEach((tile) => {
          lines.push(`tile ${textOf(tile)}`);
        });
      if (name === 'a' && node.hasAttribute('href')) return lines.push(`${textOf(node)} <${addressOf(node)}>`);
      if (name === 'img') return lines.push(`<${node.getAttribute('src')}>`);
      if (name === 'select') {
        if (!node.closest('form')) return undefined;
        return lines.push(`${labelOf(node)} = ${one(node.selectedOptions[0]?.textContent ?? '')}`);
      }
      if (name === 'input' || name === 'textarea') {
        const value = node.type === 'radio' ? '' : one(fieldOf(node));
        return value && lines.push(`${labelOf(node)} = ${value}`);
      }
      const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
      const hasMore = node.querySelector('a[href], input, textarea, table, [role=alert], img');
      const isLine = isText || [...node.children].every((child) => /^(span|strong|code|b|time)$/.test(child.localName));
      if (isLine && !hasMore) {
        const text = textOf(node);
        if (/\d/.test(text)) lines.push(text);
        return undefined;
      }
      if (isText && /\d/.test(textOf(node))) return lines.push(textOf(node));
      for (const child of node.children) walk(child);
      return undefined;
    };
    const table = (node) => {
      const rows = [...node.rows];
      const heads = rows.filter((row) => row.closest('thead'));
      const isVertical = heads.length === 0;
      for (const row of [...heads, ...rows.filter((row) => !row.closest('thead')).slice(0, isVertical ? 40 : 3)])
        lines.push(`| ${[...row.cells].map((cell) => textOf(cell)).join(' | ')}`);
    };
    walk(main);
    return lines.map((line) => line.replaceAll(location.origin, 'http://console').slice(0, longest).trimEnd());
  }

  const kinds = {
    select: 'select',
    tab: '[role=tab]',
    radio: 'input[type=radio]',
    sort: 'th button',
    field: 'input:is([type=text], [type=search], [type=date], :not([type]))',
    button: 'button',
  };
  function controls() {
    const found = [];
    const seen = new Set();
    for (const [kind, selector] of Object.entries(kinds))
      for (const node of document.querySelectorAll(`main :is(${selector})`)) {
        if (seen.has(node) || node.closest('form') || node.disabled) continue;
        seen.add(node);
        const group = kind === 'radio' ? node.closest('[role=radiogroup]')?.getAttribute('aria-label') : '';
        const name = group ? `${group}: ${labelOf(node)}` : labelOf(node);
        found.push({ kind, name, node });
      }
    return found;
  }
  /** An arrow shows how a table is sorted. */
  const nameOf = ({ name }) => name.replace(/ [↓↑]$/, '');
  const isUsed = (node, kind) => (kind === 'radio' ? node.checked : node.getAttribute('aria-selected') === 'true');

  function setValue(node, value, event) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value').set.call(node, value);
    node.dispatchEvent(new Event(event, { bubbles: true }));
  }

  function queryClient() {
    const root = document.getElementById('root');
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    const clientIn = (fiber) =>
      fiber &&
      ((fiber.memoizedProps?.client?.getQueryCache && fiber.memoizedProps.client) || clientIn(fiber.child) || clientIn(fiber.sibling));
    return clientIn(root[key].stateNode.current);
  }

  let visit = 0;
  const send = globalThis.fetch;
  globalThis.fetch = (input, { headers, ...init } = {}) => {
    const all = new Headers(headers);
    all.set('x-visit', String(visit));
    return send(input, { ...init, headers: all });
  };

  return {
    isOn: (title) => document.querySelector('h1')?.textContent === title,
    /** Returns the number of the visit, which its requests have in a header. */
    begin(address) {
      queryClient().clear();
      visit += 1;
      history.pushState({}, '', address);
      return String(visit);
    },
    lines() {
      const main = document.querySelector('main');
      if (!main) return [];
      pressAll(main, 'Show as a table');
      return linesOf(main);
    },
    closeTables: () => pressAll(document.querySelector('main'), 'Show the chart'),
    links: () =>
      [...document.querySelectorAll('main a[href], [role=dialog] a[href]')].map((link) => [
        nameOf({ name: textOf(link) || labelOf(link) }).replaceAll(/[a-z_]*\d[\w-]*/g, '#'),
        decodeURIComponent(addressOf(link)),
      ]),
    address: () => decodeURIComponent(location.pathname.replace('/console', '') + location.search),
    controls: () =>
      controls().map(({ kind, name, node }) => ({
        kind,
        name: nameOf({ name }),
        isUsed: isUsed(node, kind),
        options: kind === 'select' ? [...node.options].filter(({ disabled }) => !disabled).map(({ label }) => label) : [],
        chosen: kind === 'select' ? node.selectedOptions[0]?.label : '',
      })),
    operate(kind, name, value) {
      const { node } = controls().find((control) => control.kind === kind && nameOf(control) === name) ?? {};
      if (!node) return false;
      if (kind === 'select') {
        const option = [...node.options].find(({ label }) => label === value);
        if (!option) return false;
        setValue(node, option.value, 'change');
      } else if (kind === 'field') setValue(node, value, 'input');
      else node.click();
      return true;
    },
  };
})();
