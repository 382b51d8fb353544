// On the page of a link: leads to the game, which is what people came for.

const link = document.querySelector('a');
if (link) location.replace(link.href);
