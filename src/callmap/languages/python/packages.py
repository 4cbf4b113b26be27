"""What functions of widely used packages give and call, where that is always the same: models, as `link/models.py`
reads them, so that methods of their results go by their full names. `<any>`: of any object of the package."""

from __future__ import annotations

_FRAME, _SERIES, _GROUPS = "pandas.DataFrame", "pandas.Series", "pandas.core.groupby.DataFrameGroupBy"
_ARRAY, _TENSOR, _TF = "numpy.ndarray", "torch.Tensor", "tensorflow.Tensor"
_AXES, _FIGURE, _IMAGE = "matplotlib.axes.Axes", "matplotlib.figure.Figure", "PIL.Image.Image"
_SIGNS = "__add__ __floordiv__ __mod__ __mul__ __pow__ __sub__ __truediv__"
_TESTS = "__and__ __eq__ __ge__ __gt__ __invert__ __le__ __lt__ __ne__ __or__"
_RANDOM, _WINDOW = "numpy.random.Generator", "pandas.core.window.rolling.Rolling"
_PIPELINE = "sklearn.pipeline.Pipeline"
_COLUMN_GROUPS, _INDEX = "pandas.core.groupby.SeriesGroupBy", "pandas.Index"
_NUMBERS = "count max mean median min prod std sum var"
_HTTP = "delete get head options patch post put request"
_GIVING = {
    _FRAME: {
        "pandas": "concat crosstab get_dummies json_normalize melt merge pivot_table read_csv read_excel read_feather"
        " read_json read_parquet read_pickle read_sql read_sql_query read_sql_table read_table",
        _FRAME: "add_prefix add_suffix applymap assign astype copy corr cov describe drop drop_duplicates dropna fillna"
        " filter head isin isna isnull join melt merge notna notnull pivot pivot_table query rename reset_index round"
        f" sample select_dtypes set_index shift sort_index sort_values tail transpose {_SIGNS} {_TESTS}",
        _GROUPS: f"agg aggregate first head last {_NUMBERS}",
        _COLUMN_GROUPS: "describe",
        _SERIES: "reset_index to_frame",
    },
    _SERIES: {
        _FRAME: f"all any duplicated idxmax idxmin nunique value_counts {_NUMBERS}",
        _COLUMN_GROUPS: f"agg aggregate first last nunique size transform value_counts {_NUMBERS}",
        f"{_SERIES}.str": "capitalize contains endswith extract get len lower lstrip replace rstrip slice split"
        " startswith strip title upper zfill",
        _SERIES: "abs apply astype copy diff drop_duplicates dropna fillna head isin isna isnull map notna notnull rank"
        f" rename replace round shift sort_index sort_values tail value_counts {_SIGNS} {_TESTS}",
        "pandas": "to_datetime to_numeric",
    },
    _GROUPS: {_FRAME: "groupby"},
    _ARRAY: {
        "numpy": "abs append arange argsort array asarray atleast_1d atleast_2d bincount broadcast_to ceil clip"
        " column_stack concatenate copy cos cross cumsum diff dot dstack empty empty_like exp expand_dims"
        " eye flip fliplr flipud floor full full_like genfromtxt hstack identity linspace load loadtxt log"
        " log10 log1p log2 logspace matmul maximum minimum ones ones_like outer ravel repeat reshape roll"
        " rot90 sign sin sort sqrt square squeeze stack take tan tanh tile transpose unique vstack where"
        " zeros zeros_like",
        "numpy.linalg": "inv pinv solve",
        "numpy.random": "choice normal permutation rand randint randn random uniform",
        _RANDOM: "choice exponential integers normal permutation poisson random standard_normal uniform",
        "sklearn.metrics": "confusion_matrix pairwise_distances",
        "sklearn.model_selection": "cross_val_predict cross_val_score",
        "scipy.special": "expit softmax",
        _ARRAY: f"argsort astype clip copy cumsum dot flatten ravel repeat reshape round squeeze transpose {_SIGNS}"
        f" {_TESTS} __matmul__",
        "sklearn.<any>": "decision_function fit_predict fit_transform predict predict_proba transform",
        _FRAME: "to_numpy",
        _SERIES: "to_numpy unique",
        _TENSOR: "numpy",
        "cv2": "GaussianBlur blur cvtColor dilate erode flip imread medianBlur resize rotate warpAffine",
    },
    _TENSOR: {
        "torch": "arange as_tensor cat empty eye from_numpy full linspace ones ones_like rand randint randn stack"
        " tensor zeros zeros_like",
        _TENSOR: "argmax clone contiguous cpu cuda detach flatten float long mean permute repeat reshape squeeze"
        " sum to transpose unsqueeze view"
        f" {_SIGNS} __matmul__",
        "torch.nn.functional": "cross_entropy dropout gelu log_softmax mse_loss nll_loss one_hot pad relu sigmoid"
        " softmax tanh",
        "torch.<any>": "__call__",
    },
    _RANDOM: {"numpy.random": "default_rng"},
    _WINDOW: {_SERIES: "ewm expanding rolling", _FRAME: "ewm expanding rolling"},
    "sklearn.compose.ColumnTransformer": {"sklearn.compose": "make_column_transformer"},
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
    _IMAGE: {"PIL.Image": "fromarray new open", _IMAGE: "convert copy crop filter resize rotate transpose"},
}
_CALLS_FIRST = "call(a0 | func)"
_STEPS = "call(member(each(this), 'transform'), a0)"
_LOADER = "torch.utils.data.DataLoader"
_SAMPLES = "(call(member(item(this, '0'), '__getitem__')) or each(call(member(item(this, '0'), '__iter__'))))"
_KERAS_MODELS = [
    f"{keras}.{name}" for keras in ("keras", "tensorflow.keras") for name in ("Model", "models.Model", "Sequential")
]
_HEARS_TRAINING = "".join(
    f"call(member(each(callbacks), 'on_{when}{end}')); "
    for when in ("train_", "epoch_", "batch_", "train_batch_")
    for end in ("begin", "end")
)
_KERAS = {
    **{
        f"{keras}.layers.Layer.__call__": "call(member(this, 'build')) -> call(member(this, 'call'), *0)"
        for keras in ("keras", "tensorflow.keras")
    },
    **dict.fromkeys((f"{model}.__call__" for model in _KERAS_MODELS), "-> call(member(this, 'call'), *0)"),
    **dict.fromkeys(
        (f"{model}.fit" for model in _KERAS_MODELS),
        f"{_HEARS_TRAINING}call(member(this, 'train_step'), a0); call(member(this, 'call'), a0)",
    ),
    **dict.fromkeys((f"{model}.predict" for model in _KERAS_MODELS), "call(member(this, 'call'), a0)"),
    **{
        f"{package}.Trainer.fit": "".join(
            f"call(member(a0 | model, '{name}')); " for name in ("configure_optimizers", "training_step")
        )
        for package in ("pytorch_lightning", "lightning", "lightning.pytorch")
    },
}
_TK = ("tkinter", "Tkinter", "tkinter.ttk", "ttk")
_WIDGETS = (
    "Tk Toplevel Frame LabelFrame Label Button Checkbutton Radiobutton Entry Text Canvas Scale Listbox Scrollbar"
    " Spinbox Menu Menubutton Message PanedWindow Combobox Notebook Progressbar Treeview"
)
_WIDGET_METHODS = {
    "__init__": "call(command)",
    "after": "call(a1, *2)",
    "after_idle": "call(a0, *1)",
    "bind": "call(a1)",
    "bind_all": "call(a1)",
    "protocol": "call(a1)",
    "config": "call(command)",
    "configure": "call(command)",
    "add_command": "call(command)",
    "tag_bind": "call(a2)",
}
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
    _PIPELINE: f"-> new(many(item(each(a0 | steps), '1')), '{_PIPELINE}')",
    "sklearn.pipeline.make_pipeline": f"-> new(many(rest(0)), '{_PIPELINE}')",
    f"{_PIPELINE}.fit": f"call(member(each(this), 'fit'), a0, a1); {_STEPS} -> this",
    **{
        f"{_PIPELINE}.{name}": f"{_STEPS}; call(member(each(this), '{name}'), a0, a1) -> instance('{_ARRAY}')"
        for name in ("decision_function", "predict", "predict_proba")
    },
    f"{_PIPELINE}.score": f"{_STEPS}; call(member(each(this), 'score'), a0, a1)",
    f"{_PIPELINE}.transform": f"{_STEPS} -> instance('{_ARRAY}')",
    f"{_PIPELINE}.fit_transform": f"call(member(each(this), 'fit'), a0, a1); {_STEPS} -> instance('{_ARRAY}')",
    "pandas.DataFrame.assign": f"call(item(options()), this) -> instance('{_FRAME}')",
    "numpy.vectorize": "-> keep(a0 | pyfunc)",
    "numpy.vectorize()": f"call(this) -> instance('{_ARRAY}')",
    "numpy.apply_along_axis": f"{_CALLS_FIRST} -> instance('{_ARRAY}')",
    "numpy.fromfunction": f"call(a0 | function) -> instance('{_ARRAY}')",
    "sklearn.preprocessing.FunctionTransformer": "call(a0 | func); call(a1 | inverse_func) -> made()",
    "pandas.DataFrame.pipe": "-> call(a0 | func, this, *1)",
    **{f"pandas.<any>.{name}": _CALLS_FIRST for name in ("agg", "aggregate", "apply", "map", "transform", "pipe")},
    **{f"sklearn.<any>.{name}": "-> this" for name in ("fit", "partial_fit", "set_params")},
    **{f"torch.<any>.{name}": "-> this" for name in ("to", "cuda", "cpu", "eval", "train", "double", "float", "half")},
    **_KERAS,
    "torch.nn.Module.apply": "call(a0) -> this",
    "torch.nn.ModuleList": "-> new(many(each(a0 | modules)))",
    "torch.nn.ModuleList.*": "<builtin>.list",
    "torch.nn.ModuleDict": "-> new((table(known(a0)) or known(a0)) | known(modules))",
    "torch.nn.ModuleDict.*": "<builtin>.dict",
    "torch.nn.Sequential": "-> new(many(rest(0) | each(a0)))",
    "torch.nn.Sequential.*": "<builtin>.list",
    "torch.nn.Sequential.__call__": f"call(each(this), a0) -> instance('{_TENSOR}')",
    "torch.nn.Sequential.add_module": "put(this, a1)",
    _LOADER: f"-> pair(a0 | dataset, a6 | collate_fn, '{_LOADER}')",
    f"{_LOADER}.<each>": f"call(member(item(this, '0'), '__len__')) -> call(item(this, '1'), many({_SAMPLES}))"
    f" or {_SAMPLES}",
    f"{_LOADER}.__len__": "call(member(item(this, '0'), '__len__'))",
    f"{_GROUPS}.<each>": f"-> pair(none, instance('{_FRAME}'))",
    "pandas.DataFrame.iterrows": f"-> many(pair(none, instance('{_SERIES}')))",
    "sklearn.model_selection.train_test_split": "-> pair(a0, a0, a1, a1)",
    "matplotlib.pyplot.subplots": f"-> pair(instance('{_FIGURE}'), instance('{_AXES}'))",
    **{f"{tk}.{widget}": "call(command) -> made()" for tk in _TK for widget in _WIDGETS.split()},
    **{
        f"{tk}.{widget}.{name}": model
        for tk in _TK
        for widget in _WIDGETS.split()
        for name, model in _WIDGET_METHODS.items()
    },
    "urwid.Button": "call(a1 | on_press) -> made()",
    "urwid.CheckBox": "call(on_state_change) -> made()",
    "urwid.RadioButton": "call(on_state_change) -> made()",
    "urwid.MainLoop": "call(unhandled_input); call(input_filter) -> made()",
    "urwid.MainLoop.set_alarm_in": "call(a1)",
    "urwid.connect_signal": "call(a2)",
    "click.option": "call(callback); call(default)",
    "click.make_pass_decorator": "-> keep(a0)",
    "click.make_pass_decorator()": "put(a0, instances(this), '<first>') -> a0",
}  # fmt: skip
CALCULATING = frozenset({"numpy", "pandas", "torch"})
# What is in their objects, anywhere and at one key, and the types of their attributes.
PARTS = {_AXES: _AXES, _TENSOR: _TENSOR, _INDEX: "<builtin>.str"}
COLUMNS = {_FRAME: _SERIES, _GROUPS: _COLUMN_GROUPS}
ATTRIBUTES = {
    **{f"{type}.T": type for type in (_FRAME, _SERIES, _ARRAY, _TENSOR)},
    **{f"{owner}.{name}": _INDEX for owner in (_FRAME, _SERIES) for name in ("columns", "index")},
    **{f"{owner}.values": _ARRAY for owner in (_FRAME, _SERIES, _INDEX)},
    **{f"{_TENSOR}.{name}": _TENSOR for name in ("data", "grad")},
    **{f"requests.Response.{name}": "<builtin>.str" for name in ("text", "url", "reason")},
    "requests.Response.content": "<builtin>.bytes",
}
