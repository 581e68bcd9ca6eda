import { pathToFileURL } from 'node:url';

/** CommonJS has no `import.meta.url`. */
export const importMetaUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
