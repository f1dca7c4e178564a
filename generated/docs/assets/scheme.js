// Applies the color scheme that the reader has chosen before the page is painted, so that no other one is seen first. A
// file, because the policy of the pages allows no inline scripts. It waits for nothing.

const keptScheme = localStorage.getItem('docs.scheme')
if (keptScheme === 'light' || keptScheme === 'dark') document.documentElement.dataset.scheme = keptScheme
