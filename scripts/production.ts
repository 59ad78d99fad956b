// imported before anything that loads React: without it, rendering a page takes many times as long
process.env.NODE_ENV ??= "production";
