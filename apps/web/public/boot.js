// Runs before the first paint, so that a dark page never flashes white. The theme module takes over
// once the app is loaded; both read the same key.
(() => {
  let theme = 'auto';
  try {
    theme = localStorage.getItem('causeway.theme') ?? 'auto';
  } catch {
    // Storage can be switched off; the system's choice is used then.
  }
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
