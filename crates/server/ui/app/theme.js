// Runs before the first paint, so that a user who chose walnut sees no flash of birch.
(() => {
  /** @type {string} */
  let theme = '';
  try {
    theme = JSON.parse(localStorage.getItem('plywood.settings') ?? '{}').theme ?? '';
  } catch {
    // No storage, or nonsense in it: the system's preference will do.
  }
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
