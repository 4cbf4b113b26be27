"""What functions of widely used packages give and call, where that is always the same: models, as `link/models.py`
reads them, so that methods of their results go by their full names. `<any>`: of any object of the package."""

from __future__ import annotations

_FRAME, _SERIES, _GROUPS = "pandas.DataFrame", "pandas.Series", "pandas.core.groupby.DataFrameGroupBy"
_ARRAY, _TENSOR, _TF = "numpy.ndarray", "torch.Tensor", "tensorflow.Tensor"
_AXES, _FIGURE = "matplotlib.axes.Axes", "matplotlib.figure.Figure"
_SIGNS = "__add__ __floordiv__ __mod__ __mul__ __pow__ __sub__ __truediv__"
_HTTP = "delete get head options patch post put request"
_GIVING = {
    _FRAME: {
        "pandas": "concat crosstab get_dummies json_normalize melt merge pivot_table read_csv read_excel read_feather"
        " read_json read_parquet read_pickle read_sql read_sql_query read_sql_table read_table",
        _FRAME: "add_prefix add_suffix applymap assign astype copy corr cov describe drop drop_duplicates dropna fillna"
        " filter head isin isna isnull join melt merge notna notnull pivot pivot_table query rename reset_index round"
        f" sample select_dtypes set_index shift sort_index sort_values tail transpose {_SIGNS}",
    },
    _SERIES: {
        _FRAME: "duplicated nunique value_counts",
        _SERIES: "abs apply astype copy diff drop_duplicates dropna fillna head isin isna isnull map notna notnull rank"
        f" rename replace round shift sort_index sort_values tail value_counts {_SIGNS}",
        "pandas": "to_numeric",
    },
    _GROUPS: {_FRAME: "groupby"},
    _ARRAY: {
        "numpy": "append arange array asarray clip column_stack concatenate copy diff dstack empty empty_like eye"
        " expand_dims flip full full_like genfromtxt hstack identity linspace load loadtxt logspace ones ones_like"
        " outer ravel repeat reshape sort squeeze stack tile transpose vstack zeros zeros_like",
        "numpy.random": "permutation",
        _ARRAY: f"astype copy flatten ravel repeat reshape squeeze transpose {_SIGNS} __matmul__",
        _FRAME: "to_numpy",
        _SERIES: "to_numpy unique",
        _TENSOR: "numpy",
        "cv2": "imread",
    },
    _TENSOR: {
        "torch": "arange as_tensor cat empty eye from_numpy full linspace ones ones_like rand randint randn stack"
        " tensor zeros zeros_like",
        _TENSOR: "clone contiguous detach flatten permute repeat reshape squeeze transpose unsqueeze view"
        f" {_SIGNS} __matmul__",
        "torch.nn.functional": "cross_entropy dropout gelu log_softmax mse_loss nll_loss one_hot pad relu sigmoid"
        " softmax tanh",
        "torch.<any>": "__call__",
    },
    _TF: {"tensorflow": "cast concat constant convert_to_tensor expand_dims ones reshape stack zeros"},
    _FIGURE: {"matplotlib.pyplot": "figure gcf"},
    _AXES: {
        "matplotlib.pyplot": "axes gca subplot",
        _FIGURE: "add_axes add_subplot gca",
        "pandas.DataFrame": "boxplot plot",
        "seaborn": "barplot boxplot countplot heatmap histplot lineplot scatterplot violinplot",
    },
    "requests.Response": {"requests": _HTTP, "requests.Session": _HTTP},
    "requests.Session": {"requests": "session"},
}
_CALLS_FIRST = "call(a0 | func)"
PACKAGES = {
    **{
        f"{owner}.{name}": f"-> instance('{type}')"
        for type, owners in _GIVING.items()
        for owner, names in owners.items()
        for name in names.split()
    },
    "pandas.Series.apply": f"{_CALLS_FIRST} -> instance('{_SERIES}')",
    "pandas.Series.map": f"call(a0 | arg) -> instance('{_SERIES}')",
    "pandas.DataFrame.applymap": f"{_CALLS_FIRST} -> instance('{_FRAME}')",
    "pandas.DataFrame.pipe": "-> call(a0 | func, this, *1)",
    **{f"pandas.<any>.{name}": _CALLS_FIRST for name in ("agg", "aggregate", "apply", "map", "transform", "pipe")},
    **{f"sklearn.<any>.{name}": "-> this" for name in ("fit", "partial_fit", "set_params")},
    **{f"torch.<any>.{name}": "-> this" for name in ("to", "cuda", "cpu", "eval", "train", "double", "float", "half")},
    "torch.nn.Module.apply": "call(a0) -> this",
    "matplotlib.pyplot.subplots": f"-> pair(instance('{_FIGURE}'), instance('{_AXES}'))",
}  # fmt: skip
